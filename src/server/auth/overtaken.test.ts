import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits, type ProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';

const faults = createFaultInjector();
let one: IdentityProvider;
let two: IdentityProvider;

let visitProvider: ProviderVisits['visitProvider'];
let signIn: ProviderVisits['signIn'];

beforeAll(async () => {
  one = await startIdentityProvider({ name: 'One', trustEmail: true });
  two = await startIdentityProvider({ name: 'Two' });
});
const it = testWith({
  faults,
  providers: () => Promise.resolve([one.settings, two.settings]),
});
it.beforeAll(({ app }) => {
  ({ visitProvider, signIn } = startProviderVisits(app));
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
});

/** A signed-in user with an unverified address, as an adopted database may contain one. */
async function squat(app: TestApp) {
  const login = uniqueName();
  const email = `${login}@example.test`;
  const { agent } = await signIn(two, { login });
  await app.db.collection('users').updateOne({ 'accounts.key': `two:${login}` }, { $set: { email } });
  return { agent, login, email };
}

describe('a parallel change', () => {
  it('leaves a new link in place when the list is read at the same time', async ({ app }) => {
    const login = uniqueName();
    const agent = await app.signInByMail(`${login}@example.test`);
    const callback = await visitProvider(agent, two, { login }, true);
    // The list has read the user without connections. It reads the rows after the link.
    const listing = faults.holdBefore('accounts.find');
    const list = app.client(agent).accounts.list.query();
    await listing.reached;
    await agent.request(callback);
    listing.release();
    await list;
    expect(await app.deps.collections.accounts.countDocuments({ providerAccountId: login })).toBe(1);
    expect(await app.db.collection('jobs').countDocuments({ kind: 'revoke-grant' })).toBe(0);
  });

  it('ends a sign-in when the address’s owner proves it at the same time', async ({ app }) => {
    const { login, email } = await squat(app);
    const attacker = app.agent();
    const callback = await visitProvider(attacker, two, { login });
    // The proof has its time. The sign-in then looks up its user, takes a later time and ends after the proof.
    const proving = faults.holdBefore('users.findOneAndUpdate');
    const owning = app.signInByMail(email);
    await proving.reached;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const signingIn = faults.holdBefore('sessions.insertOne');
    const answer = attacker.request(callback);
    await signingIn.reached;
    proving.release();
    const owner = await owning;
    signingIn.release();
    await answer;
    expect(await app.client(attacker).session.get.query()).toBeNull();
    expect(await app.client(owner).accounts.list.query()).toEqual([]);
  });

  it('ends a sign-in when its account is unlinked at the same time', async ({ app }) => {
    const login = uniqueName();
    const owner = await app.signInByMail(`${login}@example.test`);
    await owner.request(await visitProvider(owner, two, { login }, true));
    const other = app.agent();
    const callback = await visitProvider(other, two, { login });
    const signingIn = faults.holdBefore('sessions.insertOne');
    const answer = other.request(callback);
    await signingIn.reached;
    await app.client(owner).accounts.unlink.mutate({ provider: 'two', providerAccountId: login });
    signingIn.release();
    await answer;
    expect(await app.client(other).session.get.query()).toBeNull();
  });

  it('stops a link when the address’s owner proves it at the same time', async ({ app }) => {
    const { agent: attacker, email } = await squat(app);
    const login = uniqueName();
    const callback = await visitProvider(attacker, one, { login, emailVerified: false }, true);
    const linking = faults.holdBefore('users.updateOne');
    const answer = attacker.request(callback);
    await linking.reached;
    const owner = await app.signInByMail(email);
    linking.release();
    expect(new URL((await answer).location ?? '').searchParams.get('error')).toBe('SessionRequired');
    expect(await app.client(owner).accounts.list.query()).toEqual([]);
    expect(await app.deps.collections.users.countDocuments({ 'accounts.key': `one:${login}` })).toBe(0);
  });
});
