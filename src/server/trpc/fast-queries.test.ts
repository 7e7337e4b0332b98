import { uniqueName } from '../../testing/run/unique-name.ts';
import { ObjectId, type CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../shared/limits.ts';
import { bearer } from '../../testing/users/access-tokens.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { makeWholeUser } from '../../testing/faults/whole-user.ts';
import { hasMiddlewares } from './call-query.ts';
import { appRouter } from './router.ts';
import { FAST_QUERIES, isFastQuery, type QueryPath } from './fast-queries.ts';

/** The commands that a query may send. Any other counts as a write. */
const READS = new Set(['aggregate', 'count', 'distinct', 'find', 'getMore']);

const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
const other = await startIdentityProvider({ name: 'Other' });
const app = await createTestApp({
  providers: () => Promise.resolve([trusted.settings, other.settings]),
  settings: { discovery: ['unknown.example.test'] },
});
afterAll(async () => {
  await app.close();
  await Promise.all([trusted.close(), other.close()]);
});
const person = await makeWholeUser(app, { trusted, other });
/** A browser in which a provider's account waits for consent. */
const { agent: waiting } = await startProviderVisits(app).signIn(trusted, {
  login: uniqueName(),
  email: person.email,
});
beforeAll(() => leaveOrphans());

/**
 * Writes what queries repair or remove: orphaned rows of a process that was killed between two writes, a
 * review without entries, an expired change of address, and a denied link whose row is still there.
 */
async function leaveOrphans(): Promise<void> {
  const { accounts, accessTokens, pendingLinks, users } = app.deps.collections;
  const { userId } = person;
  const [account, accessToken] = await Promise.all([
    accounts.findOne({ userId }),
    accessTokens.findOne({ userId }),
  ]);
  if (!account || !accessToken) throw new Error('the person has no account or no access token');
  const createdAt = new Date(app.deps.now().getTime() - HOUR_MS);
  await accounts.insertOne({ ...account, _id: new ObjectId(), providerAccountId: 'orphan', tokens: null });
  await accessTokens.insertOne({ ...accessToken, _id: new ObjectId(), tokenHash: 'orphan', createdAt });
  const since = new Date(app.deps.now().getTime() + HOUR_MS);
  await users.updateOne(
    { _id: userId },
    {
      $set: {
        securityReview: { since, toldAt: null },
        pendingEmail: {
          email: 'expired@example.test',
          tokenHash: 'expired',
          codeHash: 'expired',
          codeAttempts: 0,
          askedBy: userId,
          expires: createdAt,
        },
      },
    },
  );
  await pendingLinks.updateMany({}, { $set: { deniedAt: createdAt } });
}

/** Calls over HTTP as this person. Answers the data and the database commands of the call. */
async function ask(
  path: QueryPath,
  { input, headers }: { input?: unknown; headers?: Record<string, string> },
) {
  const commands: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent) => void commands.push(event);
  app.deps.mongo.on('commandStarted', note);
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const { status, text } = await rawRequest(app.origin, {
    path: `/trpc/${path}${query}`,
    headers: headers ?? { cookie: `${waiting.cookieHeader}; ${person.agent.cookieHeader}` },
  });
  app.deps.mongo.off('commandStarted', note);
  expect([path, status]).toEqual([path, 200]);
  const { result } = JSON.parse(text) as { result: { data: unknown } };
  const isWrite = ({ commandName, command }: CommandStartedEvent) =>
    !READS.has(commandName) || /"\$(?:out|merge)"/.test(JSON.stringify(command));
  return {
    data: result.data,
    commands: commands.map(({ commandName }) => commandName),
    writes: commands.filter(isWrite).map(({ commandName }) => commandName),
  };
}

describe('a query of the fast path', () => {
  it.each(FAST_QUERIES)('%s has the middlewares that the fast path calls', (path) => {
    const procedures = appRouter._def.procedures as unknown as Record<string, () => Promise<unknown>>;
    expect(hasMiddlewares(procedures[path] ?? {})).toBe(true);
  });

  it.each(FAST_QUERIES)('%s sends no write to the database', async (path) => {
    const byToken = { headers: { authorization: bearer(person.accessToken) } };
    const options = path === 'accessTokens.current' ? byToken : path === 'activity.list' ? { input: {} } : {};
    // The first use of an access token is stored, for every procedure.
    if (options === byToken) await ask(path, byToken);
    const { data, commands, writes } = await ask(path, options);
    expect(data).not.toBeNull();
    expect(commands).not.toEqual([]);
    expect(writes).toEqual([]);
  });
});

describe('a query that can write', () => {
  const writing: Partial<Record<QueryPath, unknown>> = {
    'accounts.list': undefined,
    'accounts.pendingLink': undefined,
    'email.get': undefined,
    'accessTokens.list': undefined,
    'securityReview.get': undefined,
    'session.token': { audience: 'https://api.example.test' },
    'providers.discover': { email: 'somebody@unknown.example.test' },
  };

  it.each(Object.entries(writing) as [QueryPath, unknown][])(
    '%s is not in the fast path',
    async (path, input) => {
      const { writes } = await ask(path, { input });
      expect(writes).not.toEqual([]);
      expect(isFastQuery(path)).toBe(false);
    },
  );
});
