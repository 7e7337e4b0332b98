import { describe, expect, it, vi } from 'vitest';
import { createIdentityProviders, type IdentityProvider } from './registry.ts';

const provider = (id: string): IdentityProvider => ({
  kind: 'oidc',
  id,
  name: id,
  mark: null,
  issuer: `https://${id}.example.test`,
  clientId: 'client',
  authentication: { method: 'none' },
  domains: [],
  trustEmail: false,
  listed: true,
});
const idsOf = (providers: { list(): readonly IdentityProvider[] }) => providers.list().map(({ id }) => id);

describe('the list of providers while the database does not answer', () => {
  it('shows the known ones, and the new ones after the database has answered', async () => {
    let resolveLoad = (_registered: IdentityProvider[]): void => {};
    const load = vi
      .fn<() => Promise<IdentityProvider[]>>()
      .mockResolvedValueOnce([provider('kept')])
      .mockImplementation(() => new Promise((resolve) => (resolveLoad = resolve)));
    const providers = createIdentityProviders([provider('configured')], load, vi.fn(), 1);
    await providers.refresh();

    await providers.refreshForList();
    expect(idsOf(providers)).toEqual(['configured', 'kept']);

    resolveLoad([provider('kept'), provider('new')]);
    await expect.poll(() => idsOf(providers)).toEqual(['configured', 'kept', 'new']);
  });

  it('shows the known ones when reading fails, and reports the error', async () => {
    const onFailure = vi.fn();
    const failure = new Error('away');
    const providers = createIdentityProviders(
      [provider('configured')],
      () => Promise.reject(failure),
      onFailure,
    );
    await providers.refreshForList();

    expect(onFailure).toHaveBeenCalledExactlyOnceWith(failure);
    expect(idsOf(providers)).toEqual(['configured']);
  });
});
