import type { Collection, Document } from 'mongodb';
import { afterAll, beforeAll, expect } from 'vitest';
import { countShardOf } from '../../server/domain/activity/daily-counts.ts';
import { completeIn, enrolWholeUser, type WholeEnrolledUser } from '../users/enrolled-user.ts';
import { testWith } from '../app/fixture.ts';
import { HttpAgent } from '../app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../providers/identity-provider.ts';
import type { TestApp } from '../app/test-app.ts';
import { ATTEMPTS } from '../sign-in/sign-in-attempts.ts';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
});
const it = testWith(() => ({
  providers: () => Promise.resolve([provider.settings]),
  settings: { phoneSignIn: true, trustProxy: 'loopback' },
}));
afterAll(() => provider.close());

/** Counters that different people's sign-ins share, by key prefix, and why not every sign-in writes them. */
const SHARED_COUNTERS: Readonly<Record<string, string>> = {
  'unknown-callers:':
    'a minute of a sum is spread over UNKNOWN_CALLER_SUM_SHARDS documents, chosen at random',
  'text-everybody-': 'bounds what texts cost; as many writes in an hour and a day as it allows texts',
  'text-to-own-number-everybody-':
    'bounds what texts cost; as many writes in an hour and a day as it allows texts',
  'text-prefix-':
    'bounds what texts to one range of numbers cost; as many writes in an hour as it allows texts',
  'text-to-own-number-prefix-':
    'bounds what texts to one range of numbers cost; as many writes in an hour as it allows texts',
};

/** A browser behind a proxy that names this address. */
class DistantAgent extends HttpAgent {
  readonly address: string;
  constructor(app: TestApp, address: string) {
    super(app.origin);
    this.address = address;
  }

  override request(...[path, init]: Parameters<HttpAgent['request']>) {
    return super.request(path, { ...init, headers: { ...init?.headers, 'x-forwarded-for': this.address } });
  }
}

type Documents = ReadonlyMap<string, string>;

/** All documents as text, by collection and id. */
async function documentsOf({ deps }: TestApp): Promise<Documents> {
  const read = Object.values(deps.collections).map(
    async (collection: Pick<Collection, 'find' | 'collectionName'>) => {
      const documents = await collection.find().toArray();
      return documents.map(
        (each) => [nameOf(collection.collectionName, each), JSON.stringify(each)] as const,
      );
    },
  );
  return new Map((await Promise.all(read)).flat());
}

const nameOf = (collection: string, { _id, key }: Document) =>
  `${collection} ${collection === 'rate_limits' ? String(key) : String(_id)}`;

/** The inserted, changed or removed documents. */
function changesOf(before: Documents, after: Documents): Set<string> {
  return new Set(
    [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)),
  );
}

const isSharedCounter = (name: string) =>
  Object.keys(SHARED_COUNTERS).some((beginning) => name.startsWith(`rate_limits ${beginning}`));

/** Two people whose sign-ins are counted in different documents of a day. */
async function makeTwoUsers(app: TestApp): Promise<[WholeEnrolledUser, WholeEnrolledUser]> {
  const one = await enrolWholeUser(app, provider);
  for (;;) {
    const other = await enrolWholeUser(app, provider);
    const shards = [one, other].map(({ userId }) => countShardOf(userId.toHexString()));
    if (shards[0] !== shards[1]) return [one, other];
  }
}

it('no document is written by the sign-ins of two people', async ({ app }) => {
  const people = await makeTwoUsers(app);
  const attempts = Object.entries(ATTEMPTS)
    .filter(([path]) => !path.startsWith('form '))
    .flatMap(([, ofWay]) => ofWay)
    .filter(({ ends, prepare }) => ends === 'sign-in' && !prepare);
  expect(attempts.length).toBeGreaterThan(6);
  for (const { name, go } of attempts) {
    await app.resetLimits();
    const changes: Set<string>[] = [];
    let before = await documentsOf(app);
    for (const [index, person] of people.entries()) {
      const agent = new DistantAgent(app, `203.0.${index}.7`);
      const page = await go({ app, person, trusted: provider, untrusted: provider }, agent);
      expect({ name, page }).toEqual({ name, page: '/second-factor' });
      await completeIn(app, agent, person);
      const after = await documentsOf(app);
      changes.push(changesOf(before, after));
      before = after;
    }
    const [one = new Set(), other = new Set()] = changes;
    expect([...one]).toContainEqual(expect.stringMatching(/^sessions /));
    const shared = [...one].filter((each) => other.has(each) && !isSharedCounter(each));
    expect({ name, shared }).toEqual({ name, shared: [] });
  }
});
