import { ObjectId, type CommandStartedEvent, type Document } from 'mongodb';
import type { Dependencies } from '../../src/server/dependencies.ts';
import { endPersonSessions } from '../../src/server/domain/administration/person-security.ts';
import { refreshClientSession } from '../../src/server/domain/clients/client-sessions.ts';
import { consumeTokenHash, storeRequest } from '../../src/server/domain/codes/verification-tokens.ts';
import { numberEvents } from '../../src/server/domain/event-numbering.ts';
import { runDueJobs } from '../../src/server/domain/job-runner.ts';
import { enqueueJob } from '../../src/server/domain/jobs/jobs.ts';
import { identifierOf } from '../../src/server/domain/rules/verification-identifiers.ts';
import { readSession } from '../../src/server/domain/sessions/sessions.ts';
import { signOut } from '../../src/server/domain/sessions/sign-out.ts';
import { completeSignIn } from '../../src/server/domain/sign-in/complete.ts';
import { linkAccount, unlinkAccount } from '../../src/server/domain/users/accounts.ts';
import { createUserWithAccount } from '../../src/server/domain/users/users.ts';
import { sendDueDeliveries } from '../../src/server/domain/webhooks/send-deliveries.ts';
import { hashToken } from '../../src/server/crypto/secrets.ts';
import { SESSION_RENEW_AFTER_MS } from '../../src/shared/limits.ts';
import { storeEvent, subjectIn } from '../../src/testing/app/events.ts';
import { SHOP, signInToClient } from '../../src/testing/app/oauth-clients.ts';
import { NO_CLIENT } from '../../src/testing/app/signed-in-people.ts';
import type { TestApp } from '../../src/testing/app/test-app.ts';
import { storeEndpoint } from '../../src/testing/app/webhook-endpoints.ts';
import type { Command, FlowName, Operation, Template, Trace, Traces } from './traces.ts';

/** They only count or show something, and decide nothing. */
const NOT_RECORDED: ReadonlySet<string> = new Set(['daily_counts', 'rate_limits', 'pictures']);
/** Fields whose values are random, sealed or long, and decide nothing. */
const OPAQUE = /(?:^|\.)(?:body|payload|salt|familyHash|sessionToken|lastFour|sealed|nameKey|label|requests\.token|token\.\$in)$/;
/** What the value at a place of a command is called. */
const NAMED_PLACES: readonly (readonly [place: RegExp, name: string | number])[] = [
  // The ids of people differ, and the model has one partition.
  [/^events document\.partition$/, 0],
  [/^sessions document\.sessionToken$/, '@token'],
  [/^users .*\$push\.announcements\._id$/, '@announcement'],
  [/^users .*\$push\.announcements\.events\._id$/, '@event'],
  [/^users document\.announcements\._id$/, '@announcement'],
  [/^users document\.announcements\.events\._id$/, '@event'],
  [/^users document\._id$/, '@user'],
  [/^sessions document\._id$/, '@session'],
  [/^users filter.*client\.generation$/, '@generation'],
  [/^users update.*client\.generation$/, '@nextGeneration'],
  [/^events document\.sequence$/, '@sequence'],
  [/^events .*\$set\.position$/, '@position'],
  [/^events .*\$set\.numberedAt$/, '@numberedAt'],
  [/^event_partitions .*\$set\.last\.\$max$/, '@last'],
  [/^deliveries filter\.dueAt$/, '@leasedUntil'],
  [/^deliveries filter\.attemptCount$/, '@attempt'],
  [/^deliveries update\.\$set\.dueAt\.\$literal$/, '@nextDueAt'],
  [/^deliveries document\._id$/, '@delivery'],
];

type Names = ReadonlyMap<string, string>;

/** Records the commands of the real functions, on the database of this app. Its configuration has `WITH_CLIENTS`. */
export async function recordTraces(app: TestApp): Promise<Traces> {
  let at = new Date();
  const deps: Dependencies = {
    ...app.deps,
    now: () => at,
    identityProviders: { ...app.deps.identityProviders, list: () => PROVIDERS },
  };
  const pass = (ms: number) => (at = new Date(at.getTime() + ms));
  const record = (names: Record<string, unknown>, call: () => Promise<unknown>) =>
    recordTrace(app, call, new Map(Object.entries(names).map(([name, value]) => [String(value), `@${name}`])), () => at);
  const traces: Partial<Record<FlowName, Trace>> = {};
  const { collections } = deps;

  const newUser = { name: 'Ada', provenEmail: null, locale: 'en' } as const;
  const first = { provider: 'one', providerAccountId: '1', type: 'oidc' } as const;
  traces['first sign-in'] = await record({ key: 'one:1', subject: '1' }, () =>
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
  const request = { identifier, tokenHash: 'hash', codeHash: null, browser: null, byStranger: false, expires };
  await storeRequest(deps, request);
  traces['link use'] = await record({ identifier }, () => consumeTokenHash(deps, identifier, ['hash']));

  const signIn = async () => {
    const read = await person();
    const signedIn = await completeSignIn(
      deps,
      { user: read, method: { kind: 'provider', provider: 'one' }, condition: { accountKey: 'one:1' }, callbackUrl: '/account' },
      { client: NO_CLIENT, requestId: 'a recording', cookies: {} },
    );
    if (signedIn?.status !== 'signed-in') throw new Error('nobody is signed in');
    return { ...signedIn, token: signedIn.cookies.find(({ kind }) => kind === 'session')?.value ?? '' };
  };
  traces['sign-in'] = await record({ user, key: 'one:1' }, signIn);
  const other = await signIn();

  pass(SESSION_RENEW_AFTER_MS);
  const token = hashToken(other.token);
  traces['session check'] = await record({ user, session: other.session._id, token }, () =>
    readSession(deps, other.token),
  );

  const authorizing = { user: other.user, session: other.session };
  const opened = await signInToClient({ ...app, deps }, authorizing, { client: SHOP });
  traces['refresh'] = await record(
    { user, session: other.session._id, clientSession: opened.session._id },
    () => refreshClientSession(deps, SHOP, opened.refreshToken, NO_CLIENT),
  );

  const bound = await signIn();
  const boundTo = { user: bound.user, session: bound.session };
  const ofClient = await signInToClient({ ...app, deps }, boundTo, { client: SHOP });
  const boundToken = hashToken(bound.token);
  traces['sign-out with a client'] = await record(
    { user, session: bound.session._id, clientSession: ofClient.session._id, token: boundToken },
    () => signOut(deps, bound.token, NO_CLIENT),
  );

  const second = { provider: 'two', providerAccountId: '2', type: 'oidc' } as const;
  await linkAccount(deps, await person(), second, { client: NO_CLIENT, label: null, actor: null });
  traces['unlink'] = await record({ user, session: other.session._id, key: 'two:2', subject: '2' }, () =>
    unlinkAccount(deps, authorizing, second, NO_CLIENT),
  );

  const leaving = await signIn();
  const leavingToken = hashToken(leaving.token);
  traces['sign-out'] = await record({ user, session: leaving.session._id, token: leavingToken }, () =>
    signOut(deps, leaving.token, NO_CLIENT),
  );
  const listed = (await person()).sessions?.map(({ id }, index) => [`listed${index}`, id]) ?? [];
  traces['end all sessions'] = await record({ user, ...Object.fromEntries(listed) }, () =>
    endPersonSessions(deps, { kind: 'server' }, { id: user.toHexString(), reason: 'A stolen laptop' }, NO_CLIENT),
  );

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
  const deliver = async (status: number) => {
    const [delivery] = await endpoint.deliveries();
    const webhookTransport = {
      send: () => Promise.resolve({ status, headers: new Headers(), body: '' }),
    };
    return record({ delivery: delivery?._id, endpoint: endpoint.id }, () =>
      sendDueDeliveries({ ...deps, webhookTransport }),
    );
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

const PROVIDERS = ['one', 'two'].map((id) => ({ id })) as unknown as ReturnType<
  Dependencies['identityProviders']['list']
>;

async function recordTrace(
  { deps: { client } }: TestApp,
  call: () => Promise<unknown>,
  names: Names,
  now: () => Date,
): Promise<Trace> {
  const commands: Command[] = [];
  const named = new Map(names);
  const note = ({ commandName, command }: CommandStartedEvent) => {
    const operations = operationsOf(commandName, command)
      .filter(({ collection }) => !NOT_RECORDED.has(collection))
      .map((operation) => toTemplate(operation, named, now()));
    if (operations.length === 0) return;
    const collections = [...new Set(operations.map(({ collection }) => collection))].join('+');
    const name = `${commandName} ${collections}`;
    const nth = commands.filter((each) => each.name === name || each.name.startsWith(`${name} `)).length + 1;
    commands.push({ name: nth === 1 ? name : `${name} ${nth}`, operations });
  };
  client.on('commandStarted', note);
  await call().finally(() => client.off('commandStarted', note));
  return commands;
}

type RawOperation = Document & { readonly kind: string; readonly collection: string };

function operationsOf(name: string, command: Document): RawOperation[] {
  const collection = String(command[name]);
  switch (name) {
    case 'find':
      return [
        {
          kind: 'find',
          collection,
          filter: command['filter'] as Document,
          ...given(command, 'sort', 'limit'),
        },
      ];
    // It looks for partitions with work, at the same time as another read.
    case 'distinct':
      return [];
    case 'insert':
      return (command['documents'] as Document[]).map((document) => ({ kind: 'insert', collection, document }));
    case 'update':
      return (command['updates'] as Document[]).map((each) => updateOf(collection, each['q'], each['u'], each));
    case 'delete':
      return (command['deletes'] as Document[]).map((each) => ({
        kind: 'delete',
        collection,
        filter: each['q'] as Document,
        ...(each['limit'] === 0 ? { many: true } : {}),
        answers: 'count',
      }));
    case 'findAndModify': {
      const { query, update } = command;
      if (command['remove'] === true)
        return [{ kind: 'delete', collection, filter: query as Document, answers: 'before' }];
      return [
        {
          ...updateOf(collection, query, update, command),
          ...given(command, 'sort'),
          answers: command['new'] === true ? 'after' : 'before',
        },
      ];
    }
    case 'bulkWrite':
      return (command['ops'] as Document[]).map((each) => {
        const isInsert = typeof each['insert'] === 'number';
        const space = (command['nsInfo'] as { ns: string }[])[Number(isInsert ? each['insert'] : each['update'])];
        const of = space?.ns.split('.').slice(1).join('.') ?? '';
        return isInsert
          ? { kind: 'insert', collection: of, document: each['document'] as Document }
          : updateOf(of, each['filter'], each['updateMods'], each);
      });
    default:
      throw new Error(`the recorder does not know the command ${name}`);
  }
}

function updateOf(collection: string, filter: unknown, update: unknown, from: Document): RawOperation {
  if (from['multi'] === true) throw new Error(`${collection}: an update of many documents is not in the model`);
  return {
    kind: 'update',
    collection,
    filter: filter as Document,
    update: update as Document,
    ...given(from, 'arrayFilters'),
    ...(from['upsert'] === true ? { upsert: true } : {}),
    answers: 'count',
  };
}

function given(from: Document, ...names: string[]): Document {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = from[name];
      if (value === undefined) return [];
      return [[name, value instanceof Map ? Object.fromEntries(value) : value]];
    }),
  );
}

/** The operation with names for what differs from run to run. */
function toTemplate(raw: RawOperation, names: Map<string, string>, now: Date): Operation {
  const { kind, collection, ...rest } = raw;
  const read = (value: unknown, place: string): Template => {
    const named = NAMED_PLACES.find(([pattern]) => pattern.test(place))?.[1];
    // An object at such a place is an expression, and `$last` is a path of one.
    const isPlain = value instanceof ObjectId || value instanceof Date || /^(?:number|string)$/.test(typeof value);
    if (named !== undefined && isPlain && value !== '$last') {
      if (value instanceof ObjectId) names.set(value.toHexString(), String(named));
      return named;
    }
    if (value instanceof ObjectId) return nameOf(value.toHexString(), names);
    if (value instanceof Date)
      return value.getTime() === 0 ? 0 : withOffset('@now', value.getTime() - now.getTime());
    if (typeof value === 'string') {
      const known = names.get(value);
      if (known !== undefined) return known;
      return OPAQUE.test(place) ? 'opaque' : value;
    }
    if (Array.isArray(value)) return value.map((each) => read(each, place));
    if (value !== null && typeof value === 'object') {
      const fields = Object.entries(value as Document)
        // Its texts are for people.
        .filter(([key, field]) => field !== undefined && !(collection === 'deliveries' && key === 'attempts' && kind === 'update'))
        .map(([key, field]) => [key, read(field, key === '$and' || key === '$or' ? place : `${place}.${key}`)] as const);
      return Object.fromEntries(fields);
    }
    return value as Template;
  };
  const fields = Object.entries(rest).map(([key, value]) => [key, read(value, `${collection} ${key}`)] as const);
  return { kind, collection, ...Object.fromEntries(fields) } as unknown as Operation;
}

function nameOf(id: string, names: Map<string, string>): string {
  const known = names.get(id);
  if (known !== undefined) return known;
  const made = `@id${[...names.values()].filter((name) => name.startsWith('@id')).length + 1}`;
  names.set(id, made);
  return made;
}

function withOffset(name: string, ms: number): string {
  if (ms === 0) return name;
  return ms > 0 ? `${name}+${ms}` : `${name}${ms}`;
}

/** The text of the file. */
export function textOfTraces(traces: Traces): string {
  const flows = Object.entries(traces).map(([flow, trace]) => {
    const commands = trace.map(({ name, operations }) => {
      const lines = operations.map((operation) => `        ${JSON.stringify(operation)}`);
      return `    { "name": ${JSON.stringify(name)}, "operations": [\n${lines.join(',\n')}\n      ] }`;
    });
    return `  ${JSON.stringify(flow)}: [\n${commands.join(',\n')}\n  ]`;
  });
  return `{\n${flows.join(',\n')}\n}\n`;
}
