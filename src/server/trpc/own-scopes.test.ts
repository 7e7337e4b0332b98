import { describe, expect } from 'vitest';
import { defineFoyer } from '../../shared/foyer-config.ts';
import { SCOPES } from '../../shared/scopes.ts';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { approvedProgram, poll, startProgram } from '../../testing/oauth/devices.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { refusalOf } from '../../testing/database/written.ts';
import { checkConfiguration } from '../configuration/check-configuration.ts';

const ORDERS = {
  'orders:read': { label: { en: 'See orders', de: 'Bestellungen sehen' } },
  'orders:write': { label: { en: 'Change orders' }, description: { en: 'Also cancels them.' } },
};
const it = testWith({ configuration: checkConfiguration(defineFoyer({ access: { scopes: ORDERS } })) });

interface OpenApi {
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

describe('the scopes of the application', () => {
  it('are listed for a person, with their words in all languages', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    expect(await app.client(agent).accessTokens.ownScopes.query()).toEqual([
      { name: 'orders:read', ...ORDERS['orders:read'], description: null },
      { name: 'orders:write', ...ORDERS['orders:write'] },
    ]);
    expect(await appCodeOf(app.client(app.agent()).accessTokens.ownScopes.query())).toBe('SessionRequired');
  });

  it('may be chosen for a token, in the order of the form, and open nothing at Foyer', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const scopes = ['orders:write', 'phone:read'];
    const { token, accessToken } = await makeToken(app, agent, { scopes });
    expect(accessToken.scopes).toEqual(['phone:read', 'orders:write']);
    const { text } = await callAsScript(app, bearer(token), 'accessTokens.current');
    expect(JSON.parse(text)).toMatchObject({ result: { data: { scopes: ['phone:read', 'orders:write'] } } });
    expect((await callAsScript(app, bearer(token), 'phone.get')).status).toBe(200);
    expect(refusalOf((await callAsScript(app, bearer(token), 'profile.get')).text)).toBe('SCOPE_MISSING');
  });

  it('may be requested by a device, and the person reads them before they decide', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const started = await startProgram(app, { scopes: ['profile:read', 'orders:read'] });
    const device = app.client(agent).device;
    expect(await device.inspect.mutate({ userCode: started.userCode })).toMatchObject({
      scopes: ['profile:read', 'orders:read'],
    });
    await device.approve.mutate({ userCode: started.userCode });
    expect((await poll(app, started)).scopes).toEqual(['profile:read', 'orders:read']);
  });

  it('are refused by their names when nobody declared them', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const unknown = ['orders:delete'];
    await expect(makeToken(app, agent, { scopes: unknown })).rejects.toMatchObject({
      data: { appCode: 'INVALID_INPUT', issues: [{ path: ['scopes'], key: 'scope-unknown' }] },
    });
    await expect(startProgram(app, { scopes: unknown })).rejects.toThrow('invalid_scope');
    expect(await app.client(agent).accessTokens.list.query()).toEqual([]);
  });

  it('are in the OpenAPI document wherever a token has scopes', async ({ app }) => {
    const { components } = (await app.agent().request('/openapi.json')).json() as OpenApi;
    const names = [...SCOPES, ...Object.keys(ORDERS)];
    for (const name of ['AccessTokensCreateInput', 'AccessToken', 'Session'])
      expect(JSON.stringify(components.schemas[name])).toContain(JSON.stringify(names));
    expect(components.securitySchemes['accessToken']?.description).toContain('orders:write');
  });
});

describe('a token with a scope that the configuration lost', () => {
  it('is without it everywhere, and has it again when it comes back', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const { token } = await makeToken(app, agent, { scopes: ['profile:read', 'orders:write'] });
    const { token: only } = await makeToken(app, agent, { name: 'Orders', scopes: ['orders:write'] });
    await using without = await createTestApp({ databaseName: app.db.databaseName });
    const viaOf = async (server: typeof app) =>
      JSON.parse((await callAsScript(server, bearer(token), 'session.get')).text) as unknown;
    const via = (scopes: string[]) => ({ result: { data: { via: { kind: 'access-token', scopes } } } });
    expect(await viaOf(without)).toMatchObject(via(['profile:read']));
    const { text } = await callAsScript(without, bearer(only), 'accessTokens.current');
    expect(JSON.parse(text)).toMatchObject({ result: { data: { scopes: [] } } });
    expect(await viaOf(app)).toMatchObject(via(['profile:read', 'orders:write']));
  });

  it('comes from no device approval that asked for this scope alone', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const started = await startProgram(app, { scopes: ['orders:write'] });
    await app.client(agent).device.approve.mutate({ userCode: started.userCode });
    await using without = await createTestApp({ databaseName: app.db.databaseName });
    await expect(poll(without, started)).rejects.toThrow('access_denied');
    const other = await approvedProgram(app, agent);
    expect((await poll(without, other)).scopes).toEqual(['profile:read']);
  });

  it('comes from no device approval where the person did not see the scope', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    await using without = await createTestApp({ databaseName: app.db.databaseName });
    const { device } = without.client(await without.signInByMail(email));
    const start = () => startProgram(app, { scopes: ['orders:write', 'profile:read'] });

    const approvedWithout = await start();
    await device.approve.mutate({ userCode: approvedWithout.userCode });
    expect((await poll(app, approvedWithout)).scopes).toEqual(['profile:read']);

    const seenWithout = await start();
    const { scopes } = await device.inspect.mutate({ userCode: seenWithout.userCode });
    expect(scopes).toEqual(['profile:read']);
    await app.client(agent).device.approve.mutate({ userCode: seenWithout.userCode });
    expect((await poll(app, seenWithout)).scopes).toEqual(['profile:read']);

    // A request for this scope alone cannot be approved.
    const { userCode } = await startProgram(app, { scopes: ['orders:write'] });
    expect(await appCodeOf(device.approve.mutate({ userCode }))).toBe('USER_CODE_INVALID');
  });
});
