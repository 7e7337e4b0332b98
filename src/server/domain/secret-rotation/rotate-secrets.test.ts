import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/limits.ts';
import { bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { addAuthenticator, makeAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import { moved } from '../../../testing/app/http-agent.ts';
import { aPersonWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { storeEndpoint, type TestEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { killPositions } from '../../../testing/faults/kill-positions.ts';
import { runInProcess } from '../../../testing/run/server-program.ts';
import { rotateSecretsCommand } from '../../commands/rotate-secrets-command.ts';
import { createVault } from '../../crypto/encryption.ts';
import { FORMER_SECRET_NEEDED_MS, SEALED_TEXTS } from '../../crypto/secret-purposes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createUser } from '../administration/user-creation.ts';
import { runDueJobs } from '../job-runner.ts';
import { enqueueJob, openJob } from '../jobs/jobs.ts';
import { findDeletedExternalIds, keepDeletedExternalId } from '../privacy/deleted-external-ids.ts';
import { contextOfRegistration, loadRegisteredProviders } from '../providers/provider-registrations.ts';
import { openTokens, sealTokens } from '../providers/provider-tokens.ts';
import { readKnownDevices } from '../rules/known-devices.ts';
import { currentSigningKey } from '../sessions/signing-keys.ts';
import { enqueueGrantRevocation } from '../users/orphaned-accounts.ts';
import { signingSecretsOf } from '../webhooks/webhook-secrets.ts';
import { inspectSecrets, rotateSecrets } from './rotate-secrets.ts';
import { SEALED_PLACES } from './sealed-values.ts';
import { NO_REQUEST } from '../rules/request-context.ts';
import { userAt } from '../../../testing/users/signed-in-users.ts';
import { linkAccount, recordAccountUse } from '../users/accounts.ts';

const secretOf = (number: number) => `secret number ${number}, which is long enough to be one`;
const faults = createFaultInjector();
/** The secret that seals everything now. */
let present = secretOf(0);
let changes = 0;
/** A code of an authenticator app is used once, also at another server. */
let codes = 0;
const servers: TestApp[] = [];
let world: Awaited<ReturnType<typeof makeWorld>>;

/** The first server makes the database. */
async function startServer(authSecret: string, previousAuthSecret: string | null = null): Promise<TestApp> {
  const [first] = servers;
  const server = await createTestApp({
    faults,
    settings: { authSecret, previousAuthSecret },
    ...(first ? { databaseName: first.db.databaseName } : {}),
  });
  servers.push(server);
  return server;
}

/** The dependencies of a process after the next change of the secret. */
function changeSecret(app: TestApp, next = secretOf(++changes)): Dependencies {
  const former = present;
  present = next;
  return {
    ...app.deps,
    vault: createVault([present, former]),
    settings: { ...app.deps.settings, authSecret: present, previousAuthSecret: former },
  };
}

const TOKENS = { accessToken: 'access', refreshToken: 'refresh', expiresAt: null };

/** One value of each kind that a change of the secret concerns. */
async function makeWorld() {
  const app = await startServer(present);
  const { deps } = app;
  const { email, agent } = await aPersonWithPassword(app);
  const { authenticator, recoveryCodes } = await addAuthenticator(app, agent);
  const { token } = await makeToken(app, agent);
  const user = await userAt(app, email);

  const login = uniqueName();
  const owner = { provider: 'provider', providerAccountId: login };
  const account = { ...owner, type: 'oidc' } as const;
  await linkAccount(deps, user, account, { requestContext: NO_REQUEST, label: null, actor: null });
  const tokens = sealTokens(deps, owner, TOKENS);
  await recordAccountUse(deps, user._id, account, { label: null, image: null, tokens });
  const providerId = `${uniqueName()}--0`;
  const credentials = { method: 'none', secret: null, privateKey: null };
  await deps.collections.identityProviders.insertOne({
    _id: providerId,
    issuer: `https://${providerId}.test`,
    name: 'Organisation',
    domains: [],
    trustEmail: false,
    source: 'operator',
    clientId: 'client',
    secrets: deps.vault.seal(
      JSON.stringify({ credentials, access: null }),
      contextOfRegistration(providerId),
    ),
    secretExpiresAt: null,
    createdAt: deps.now(),
  });
  const endpoint = await storeEndpoint(deps, { url: 'https://hooks.example.test/', disabled: null });
  const kids = await signingKids(deps);
  const externalId = uniqueName();
  await keepDeletedExternalId(deps, { externalId });
  await revokeLater(deps, deps);
  await createUser(deps, { kind: 'server' }, { email: uniqueEmail(), emailVerified: false }, NO_REQUEST);
  return {
    app,
    agent,
    email,
    login,
    owner,
    authenticator,
    recoveryCodes: [...recoveryCodes],
    token,
    id: user._id.toHexString(),
    providerId,
    endpoint,
    kids,
    externalId,
  };
}

/** Stores a job whose tokens another process may have sealed. */
async function revokeLater(deps: Dependencies, sealing: Dependencies): Promise<void> {
  const revoked = { provider: 'provider', providerAccountId: uniqueName() };
  await enqueueGrantRevocation(deps, revoked, sealTokens(sealing, revoked, TOKENS));
}

const signingKids = async (deps: Dependencies) => [
  (await currentSigningKey(deps, 'EdDSA')).kid,
  (await currentSigningKey(deps, 'RS256')).kid,
];
const accountRow = (deps: Dependencies) => deps.collections.accounts.findOne(world.owner);
const secretsIn = async (deps: Dependencies, endpoint: TestEndpoint) =>
  signingSecretsOf(deps, await endpoint.read());
const run = async (deps: Dependencies, ...args: string[]) => {
  const { code, out, error } = await runInProcess(rotateSecretsCommand, deps, args);
  return { code, out, error };
};

/** Everything that was made before works at this server. */
async function expectNothingLost(server: TestApp): Promise<void> {
  const { deps } = server;
  expect(await inspectSecrets(deps)).toMatchObject({ left: 0, unreadable: 0 });
  const twin = moved(world.agent, server);
  expect((await server.client(twin).session.get.query())?.user?.id).toBe(world.id);
  const device = twin.cookies.get('foyer.device');
  expect(readKnownDevices(deps, device).map(({ userId }) => userId)).toEqual([world.id]);
  expect((await callAsScript(server, bearer(world.token), 'profile.get')).status).toBe(200);

  server.advance(60_000 * ++codes);
  const withCode = server.client(await beginSignIn(server, world.email));
  const code = makeAuthenticator(server, world.authenticator.secret).code();
  expect(await withCode.session.completeSignIn.mutate({ code })).toMatchObject({ status: 'signed-in' });
  const { session } = server.client(await beginSignIn(server, world.email));
  const recoveryCode = world.recoveryCodes.pop() ?? '';
  expect(await session.completeSignIn.mutate({ recoveryCode })).toMatchObject({ status: 'signed-in' });
  const row = await accountRow(deps);
  expect(row && openTokens(deps, row, row.tokens)).toEqual(TOKENS);
  const registered = await loadRegisteredProviders(deps);
  expect(registered.map(({ id }) => id)).toContain(world.providerId);
  expect(await secretsIn(deps, world.endpoint)).toEqual([world.endpoint.secret]);
  expect(await signingKids(deps)).toEqual(world.kids);
  expect(await findDeletedExternalIds(deps, [world.externalId])).toEqual([world.externalId]);
  const jobs = await deps.collections.jobs.find().toArray();
  expect(jobs.length).toBeGreaterThan(1);
  expect(jobs.map((job) => openJob(deps, job)?.kind)).toEqual(jobs.map(({ kind }) => kind));
}

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

describe('foyer-server rotate-secrets', () => {
  it('loses nothing over two changes, with old and new processes side by side', async () => {
    for (const _ of [1, 2]) {
      const former = present;
      const next = secretOf(++changes);
      // First every process accepts the next secret, then every process uses it.
      const accepting = await startServer(former, next);
      const using = await startServer(next, former);
      present = next;
      expect((await run(using.deps, '--check')).code).toBe(1);
      expect(await run(using.deps)).toMatchObject({
        code: 0,
        error: '',
        out: expect.stringMatching(/\d+ of \d+ encrypted anew\n.*Keep AUTH_SECRET_PREVIOUS until/s),
      });
      // Processes with the former secret read what the others wrote, and the other way round.
      await expectNothingLost(using);
      for (const [writer, reader] of [
        [accepting, using],
        [using, accepting],
      ] as const) {
        const id = new ObjectId();
        await enqueueJob(writer.deps, { kind: 'unfinished-sign-in', pendingSignInId: '0' }, id);
        const job = await reader.deps.collections.jobs.findOne({ _id: id });
        expect(job && openJob(reader.deps, job)).toMatchObject({ kind: 'unfinished-sign-in' });
        expect(await signingKids(reader.deps)).toEqual(world.kids);
        // A process that knows the former secret only must not run: it would drop the job.
        const unchanged = { vault: createVault([former]) };
        expect(job && openJob(unchanged, job) !== null).toBe(writer === accepting);
      }

      // The last process with the former secret wrote a job after the run, so another run is needed.
      using.advance(FORMER_SECRET_NEEDED_MS + DAY_MS);
      expect((await run(using.deps, '--check')).code).toBe(1);
      expect((await run(using.deps)).code).toBe(0);
      const notNeeded = 'AUTH_SECRET_PREVIOUS is not needed any more. Remove it.\n';
      expect(await run(using.deps, '--check')).toEqual({ code: 0, error: '', out: notNeeded });
      const alone = await startServer(next);
      const allOpen = { code: 0, out: 'AUTH_SECRET opens all values.\n' };
      expect(await run(alone.deps, '--check')).toMatchObject(allOpen);
      await expectNothingLost(alone);
    }
    const last = servers.at(-1);
    await runDueJobs(last?.deps ?? world.app.deps);
    expect(last?.mailbox.messages.length).toBeGreaterThan(0);
  });

  it('reads every place that SEALED_TEXTS names', async () => {
    const found = new Set<string>();
    for (const place of SEALED_PLACES) {
      for await (const values of place(changeless()))
        for (const { collection } of values) found.add(collection);
    }
    const named = Object.values(SEALED_TEXTS).flatMap((places) =>
      Object.entries(places).flatMap(([place, { fate }]) =>
        fate === 'resealed' ? (place.split('.')[0] ?? '') : [],
      ),
    );
    expect([...found].toSorted()).toEqual([...new Set(named)].toSorted());
  });

  it('goes on after a kill at any write', async () => {
    // Few jobs and the same two secrets, so that each round has as few writes.
    await world.app.deps.collections.jobs.deleteMany({});
    const pair = [present, secretOf(++changes)];
    const swapSecrets = () => {
      const next = pair.find((secret) => secret !== present);
      return changeSecret(world.app, next);
    };
    const former = changeless();
    await enqueueJob(former, { kind: 'unfinished-sign-in', pendingSignInId: '0' });
    await revokeLater(former, former);
    const first = swapSecrets();
    faults.arm('killed', Number.POSITIVE_INFINITY);
    await rotateSecrets(first);
    const { commands, effects } = faults.disarm();
    expect(commands.filter((each) => each.endsWith('updateOne')).length).toBeGreaterThan(7);
    for (const n of killPositions(effects)) {
      const deps = swapSecrets();
      faults.arm('killed', n);
      await rotateSecrets(deps).catch(() => null);
      expect(faults.disarm().struck).toBe(n < commands.length);
      expect(await rotateSecrets(deps)).toMatchObject({ left: 0, unreadable: 0 });
    }
    await expectNothingLost(await startServer(present));
  });

  it('is not disturbed by a second run at the same time', async () => {
    const former = changeless();
    const deps = changeSecret(world.app);
    // The tokens inside of a new job may be older than the job.
    await revokeLater(deps, former);
    expect((await inspectSecrets(changeless())).unreadable).toBeGreaterThan(0);
    const states = await Promise.all([rotateSecrets(deps), rotateSecrets(deps)]);
    expect(states.map(({ unreadable }) => unreadable)).toEqual([0, 0]);
    expect(await inspectSecrets(changeless())).toMatchObject({ left: 0, unreadable: 0 });
  });

  it('leaves what changes at the same time: a newer value, and tokens that are being refreshed', async () => {
    const { accounts } = world.app.deps.collections;
    const deps = changeSecret(world.app);
    const newer = sealTokens(deps, world.owner, { ...TOKENS, accessToken: 'newer' });
    const writing = faults.holdBefore('accounts.updateOne');
    const running = rotateSecrets(deps);
    await writing.reached;
    await world.app.db.collection('accounts').updateOne(world.owner, { $set: { tokens: newer } });
    writing.release();
    expect(await running).toMatchObject({ left: 0 });
    expect((await accountRow(deps))?.tokens).toBe(newer);

    const next = changeSecret(world.app);
    const refreshingUntil = new Date(next.now().getTime() + DAY_MS);
    await accounts.updateOne(world.owner, { $set: { refreshingUntil } });
    expect((await run(next)).code).toBe(1);
    expect((await accountRow(next))?.tokens).toBe(newer);
    const tokens = sealTokens(next, world.owner, TOKENS);
    await accounts.updateOne(world.owner, { $set: { refreshingUntil: null, tokens } });
    expect((await run(next)).code).toBe(0);
  });

  it('names values that no secret opens, and never what they contain', async () => {
    const deps = changeSecret(world.app);
    const { jobs } = deps.collections;
    const id = new ObjectId();
    await enqueueJob(deps, { kind: 'unfinished-sign-in', pendingSignInId: '0' }, id);
    const payload = createVault([secretOf(-1)]).seal('{}', `job:${id.toHexString()}`);
    await jobs.updateOne({ _id: id }, { $set: { payload } });
    expect(await run(deps)).toMatchObject({
      code: 0,
      error: `No known secret opens a value of jobs ${id.toHexString()}. It is left as it is.\n`,
    });
    expect((await jobs.findOne({ _id: id }))?.payload).toBe(payload);
    const alone = { ...deps, settings: { ...deps.settings, previousAuthSecret: null } };
    const missing = { code: 1, out: expect.stringContaining('Set AUTH_SECRET_PREVIOUS') };
    expect(await run(alone, '--check')).toMatchObject(missing);
    await jobs.deleteOne({ _id: id });
    const { out } = await run(deps, '--check', '--json');
    expect(JSON.parse(out)).toMatchObject({ left: 0, isFormerNeeded: true });
  });

  it('exits with 2 for arguments that it does not know, and without a former secret', async () => {
    const failure = (text: string) => ({ code: 2, error: expect.stringContaining(text) as string });
    expect(await run(changeless(), '--all')).toMatchObject(failure('npm run server -- rotate-secrets'));
    expect(await run(changeless())).toMatchObject(failure('is not set'));
  });
});

/** A process that knows the present secret only. */
function changeless(): Dependencies {
  const { deps } = world.app;
  return {
    ...deps,
    vault: createVault([present]),
    settings: { ...deps.settings, authSecret: present, previousAuthSecret: null },
  };
}
