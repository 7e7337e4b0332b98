import { describe, expect, it, vi } from 'vitest';
import { createIdentityProviders, type IdentityProvider } from './registry.ts';

const provider = (id: string): IdentityProvider => ({
  kind: 'oidc',
  id,
  name: id,
  issuer: `https://${id}.example.test`,
  clientId: 'client',
  authentication: { method: 'none' },
  domains: [],
  trustEmail: false,
  listed: true,
});
const idsOf = (providers: { list(): readonly IdentityProvider[] }) => providers.list().map(({ id }) => id);

describe('reading the registered providers while the database does not answer', () => {
  it('leaves those that are known, and shows the new ones once it has answered', async () => {
    let answer = (_registered: IdentityProvider[]): void => {};
    const load = vi
      .fn<() => Promise<IdentityProvider[]>>()
      .mockResolvedValueOnce([provider('kept')])
      .mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const providers = createIdentityProviders([provider('configured')], load, vi.fn(), 1);
    await providers.refresh();

    await providers.refreshForList();
    expect(idsOf(providers)).toEqual(['configured', 'kept']);

    answer([provider('kept'), provider('new')]);
    await expect.poll(() => idsOf(providers)).toEqual(['configured', 'kept', 'new']);
  });

  it('leaves those that are known when it fails, and says why', async () => {
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
