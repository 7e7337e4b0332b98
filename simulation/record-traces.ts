import { ObjectId, type CommandStartedEvent } from 'mongodb';
import type { Dependencies } from '../src/server/dependencies.ts';
import {
  OUTBOX_LEFT_AFTER_MS,
  makeSecurityEvent,
  writeLeftOutboxes,
} from '../src/server/domain/activity/security-events.ts';
import { endUserSessions } from '../src/server/domain/administration/user-security.ts';
import { refreshClientSession } from '../src/server/domain/oauth/client-sessions.ts';
import { consumeTokenHash, storeRequest } from '../src/server/domain/codes/verification-tokens.ts';
import { numberEvents } from '../src/server/domain/events/event-numbering.ts';
import { writeCursor } from '../src/server/domain/events/event-cursor.ts';
import { listEvents } from '../src/server/domain/events/event-list.ts';
import { runDueJobs } from '../src/server/domain/job-runner.ts';
import { enqueueJob } from '../src/server/domain/jobs/jobs.ts';
import { sessionEndedEvent } from '../src/server/domain/rules/event-contents.ts';
import { identifierOf } from '../src/server/domain/rules/verification-identifiers.ts';
import { readSession, signOut } from '../src/server/domain/sessions/sessions.ts';
import { completeSignIn } from '../src/server/domain/sign-in/complete.ts';
import { linkAccount, unlinkAccount } from '../src/server/domain/users/accounts.ts';
import { createUserWithAccount } from '../src/server/domain/users/users.ts';
import { sendDueDeliveries } from '../src/server/domain/webhooks/send-deliveries.ts';
import { hashToken } from '../src/server/crypto/secrets.ts';
import type { UserDocument } from '../src/server/database/user-documents.ts';
import { EVENT_PARTITIONS, SESSION_RENEW_AFTER_MS } from '../src/shared/limits.ts';
import { listEventsInput } from '../src/shared/schemas/events.ts';
import { storeEvent, subjectIn } from '../src/testing/webhooks/events.ts';
import { SHOP, signInToClient } from '../src/testing/oauth/clients.ts';
import type { TestApp } from '../src/testing/app/test-app.ts';
import { storeEndpoint } from '../src/testing/webhooks/endpoints.ts';
import { nameKey, operationsOf, toTemplate } from './trace-templates.ts';
import type { Command, FlowName, Trace, Traces } from './traces.ts';
import { NO_REQUEST } from '../src/server/domain/rules/request-context.ts';

/** These decide nothing here: a process reads the providers now and then. */
const NOT_RECORDED: ReadonlySet<string> = new Set([
  'daily_counts',
  'rate_limits',
  'pictures',
  'identity_providers',
]);

/** Records the commands of the real functions on this app's database. The app declares `WITH_CLIENTS`. */
export async function recordTraces(app: TestApp): Promise<Traces> {
  let at = new Date();
  const deps: Dependencies = {
    ...app.deps,
    now: () => at,
    identityProviders: { ...app.deps.identityProviders, list: () => PROVIDERS },
  };
  /** As on MongoDB 7, for some flows. */
  const withoutJoinedWrites: Dependencies = {
    ...deps,
    joinedWrites: { send: () => Promise.resolve(false) },
  };
  const pass = (ms: number) => (at = new Date(at.getTime() + ms));
  const record = async (names: Record<string, unknown>, call: () => Promise<unknown>): Promise<Trace> => {
    const commands: Command[] = [];
    const named = new Map<string, string>(
      Object.entries(names).map(([name, value]) => [nameKey(value), `@${name}`]),
    );
    const note = ({ commandName, command }: CommandStartedEvent) => {
      const operations = operationsOf(commandName, command)
        .filter(({ collection }) => !NOT_RECORDED.has(collection))
        .map((operation) => toTemplate(operation, named, at));
      if (operations.length === 0) return;
      const of = [...new Set(operations.map(({ collection }) => collection))].join('+');
      const name = `${commandName} ${of}`;
      const nth =
        commands.filter((each) => each.name === name || each.name.startsWith(`${name} `)).length + 1;
      commands.push({
        name: nth === 1 ? name : `${name} ${nth}`,
        operations,
        ...(command['ordered'] === false ? { unordered: true } : {}),
      });
    };
    deps.mongo.on('commandStarted', note);
    await call().finally(() => deps.mongo.off('commandStarted', note));
    return commands;
  };
  const traces: Partial<Record<FlowName, Trace>> = {};
  const { collections } = deps;

  const newUser = { name: 'Ada', verifiedEmail: null, locale: 'en' } as const;
  const first = { provider: 'one', providerAccountId: '1', type: 'oidc' } as const;
  traces['first sign-in'] = await record({ key: 'one:1', subject: '1' }, () =>
    createUserWithAccount(deps, newUser, first),
  );
  traces['first sign-in again'] = await record({ key: 'one:1', subject: '1' }, () =>
    createUserWithAccount(deps, newUser, first),
  );
  const person = async () => {
    const user = await collections.users.findOne({ 'accounts.key': 'one:1' });
    if (!user) throw new Error('the person is not stored');
    return user;
  };
  const { _id: user } = await person();

  const identifier = identifierOf('sign-in', 'ada@example.test');
  const expires = new Date(at.getTime() + 60_000);
  const request = {
    identifier,
    tokenHash: 'hash',
    codeHash: null,
    requesterSecret: null,
    byUnknownCaller: false,
    expires,
  };
  await storeRequest(deps, request);
  traces['link use'] = await record({ identifier }, () => consumeTokenHash(deps, identifier, ['hash']));

  const signIn = async (read?: UserDocument) => {
    const signedIn = await completeSignIn(
      deps,
      {
        user: read ?? (await person()),
        method: { kind: 'provider', provider: 'one' },
        condition: { accountKey: 'one:1' },
        callbackUrl: '/account',
      },
      { requestContext: NO_REQUEST, requestId: 'a recording', cookies: {} },
    );
    if (signedIn?.status !== 'signed-in') throw new Error('nobody is signed in');
    return { ...signedIn, token: signedIn.cookies.find(({ kind }) => kind === 'session')?.value ?? '' };
  };
  const known = await person();
  traces['sign-in'] = await record({ user, key: 'one:1' }, () => signIn(known));
  const other = await signIn();

  pass(SESSION_RENEW_AFTER_MS);
  const token = hashToken(other.token);
  traces['session check'] = await record({ user, session: other.session._id, token }, () =>
    readSession(deps, other.token),
  );

  const authorizing = { user: other.user, session: other.session };
  const opened = await signInToClient({ ...app, deps }, authorizing, { client: SHOP });
  const refreshed = {
    user,
    session: other.session._id,
    clientSession: opened.session._id,
    clientToken: opened.session.sessionToken,
  };
  const refresh = () => refreshClientSession(deps, SHOP, opened.refreshToken, NO_REQUEST);
  traces['refresh'] = await record(refreshed, refresh);
  traces['refresh again'] = await record(refreshed, refresh);

  const bound = await signIn();
  const boundTo = { user: bound.user, session: bound.session };
  const ofClient = await signInToClient({ ...app, deps }, boundTo, { client: SHOP });
  const boundToken = hashToken(bound.token);
  traces['sign-out with a client'] = await record(
    { user, session: bound.session._id, clientSession: ofClient.session._id, token: boundToken },
    () => signOut(deps, bound.token, NO_REQUEST),
  );

  const second = { provider: 'two', providerAccountId: '2', type: 'oidc' } as const;
  await linkAccount(deps, await person(), second, { requestContext: NO_REQUEST, label: null, actor: null });
  traces['unlink'] = await record({ user, session: other.session._id, key: 'two:2', subject: '2' }, () =>
    unlinkAccount(withoutJoinedWrites, authorizing, second, NO_REQUEST),
  );

  const leaving = await signIn();
  const leavingToken = hashToken(leaving.token);
  traces['sign-out'] = await record({ user, session: leaving.session._id, token: leavingToken }, () =>
    signOut(deps, leaving.token, NO_REQUEST),
  );
  const listed = (await person()).sessions?.map(({ id }, index) => [`listed${index}`, id]) ?? [];
  traces['end all sessions'] = await record({ user, ...Object.fromEntries(listed) }, () =>
    endUserSessions(
      withoutJoinedWrites,
      { kind: 'server' },
      { id: user.toHexString(), reason: 'A stolen laptop' },
      NO_REQUEST,
    ),
  );

  const left = makeSecurityEvent(deps, {
    kind: 'sign-out',
    requestContext: null,
    mailTo: [],
    events: [sessionEndedEvent(leaving.session._id)],
  });
  await collections.users.updateOne({ _id: user }, { $push: { outbox: left } });
  pass(OUTBOX_LEFT_AFTER_MS);
  const ofLeft = { entry: left._id, event: left.events?.[0]?._id, session: leaving.session._id };
  traces['repair'] = await record({ user, ...ofLeft }, () => writeLeftOutboxes(withoutJoinedWrites));

  await Promise.all([collections.events.deleteMany({}), collections.eventPartitions.deleteMany({})]);
  await collections.eventPartitions.insertOne({ _id: 0, holder: 'before', until: new Date(0), last: 0 });
  const endpoint = await storeEndpoint(deps, { url: 'https://application.example.test/' });
  const numberNext = async () => {
    const event = new ObjectId();
    const subject = subjectIn(0);
    await storeEvent(deps, subject, 1, { _id: event });
    return record({ event, user: subject, endpoint: endpoint.id, holder: 'a holder' }, () =>
      numberEvents(deps, 'a holder'),
    );
  };
  traces['numbering'] = await numberNext();
  // As if the process was killed before it confirmed the position.
  await collections.eventPartitions.updateOne({ _id: 0 }, { $set: { last: 0 } });
  traces['numbering after a kill'] = await numberNext();
  const newest = await collections.eventPartitions.findOne({ _id: 0 });
  const positions = { after: FOLLOWED_FROM, upTo: FOLLOWED_FROM + 1 };
  await Promise.all([
    collections.eventPartitions.updateOne({ _id: 0 }, { $set: { last: positions.upTo } }),
    collections.events.updateOne(
      { partition: 0, position: newest?.last ?? 0 },
      { $set: { position: positions.upTo } },
    ),
  ]);
  const cursors = Array.from({ length: EVENT_PARTITIONS }, (_, index) => (index === 0 ? positions.after : 0));
  const after = writeCursor(cursors, null);
  traces['event list'] = await record(positions, () => listEvents(deps, listEventsInput.parse({ after })));
  await collections.deliveries.deleteMany({});
  await numberNext();
  const deliver = async (status: number) => {
    const [delivery] = await endpoint.deliveries();
    const webhookTransport = {
      send: () => Promise.resolve({ status, headers: new Headers(), body: '' }),
    };
    const trace = await record({ delivery: delivery?._id, endpoint: endpoint.id }, () =>
      sendDueDeliveries({ ...deps, webhookTransport }),
    );
    // Another worker looks for more at the same time, so the order of the others differs.
    return trace.filter(({ name }) => CHANGES_OF_A_DELIVERY.has(name));
  };
  traces['failed delivery'] = await deliver(500);
  await collections.deliveries.deleteMany({});
  await numberNext();
  traces['delivery'] = await deliver(200);

  await collections.jobs.deleteMany({});
  const job = new ObjectId();
  const mail = { to: 'ada@example.test', subject: 'a', text: 'a', html: 'a' };
  await enqueueJob(deps, { kind: 'mail', mail }, job, user);
  const isOfJobs = ({ operations }: Command) => operations.every(({ collection }) => collection === 'jobs');
  traces['job run'] = (await record({ job }, () => runDueJobs(deps))).filter(isOfJobs);
  return traces as Traces;
}

/** A position that equals no other number of a command. */
const FOLLOWED_FROM = 7001;
const CHANGES_OF_A_DELIVERY: ReadonlySet<string> = new Set(['findAndModify deliveries', 'update deliveries']);
const PROVIDERS = ['one', 'two'].map((id) => ({ id })) as unknown as ReturnType<
  Dependencies['identityProviders']['list']
>;

export function textOfTraces(traces: Traces): string {
  const flows = Object.entries(traces).map((entry) => entry.map((each) => JSON.stringify(each)).join(':'));
  return `{\n${flows.join(',\n')}\n}\n`;
}
