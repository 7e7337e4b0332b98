import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import {
  anAct,
  challengeOf,
  chargeOf,
  decode,
  encode,
  FREE,
  solve,
  UnknownCallerProcesses,
} from '../../../testing/sign-in/proof-of-work.ts';
import { PROOF_OF_WORK_MAX_AGE_MS } from '../../../shared/limits.ts';
import { PROOF_OF_WORK_COST } from './proof-of-work.ts';
import { collectionsOf, type Collections } from '../../database/collections.ts';
import { ensureIndexes } from '../../database/indexes.ts';

let database: TestDatabase;
let collections: Collections;
let processes: UnknownCallerProcesses;
beforeAll(async () => {
  database = await createTestDatabase();
  collections = collectionsOf(database.db);
  await ensureIndexes(collections);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await collections.rateLimits.deleteMany({});
  processes = new UnknownCallerProcesses(collections);
});

const sumRows = () => collections.rateLimits.find({ key: /^unknown-callers:/ }).toArray();
const countedActs = async () => (await sumRows()).reduce((sum, { points }) => sum + points, 0);

describe('charge', () => {
  it('accepts acts below the limit and asks for a proof of work above it', async () => {
    const unknownCallers = processes.start();
    for (let n = 0; n < FREE; n++) expect(await chargeOf(unknownCallers)).toBeNull();
    expect(await challengeOf(unknownCallers)).toMatchObject({
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: PROOF_OF_WORK_COST,
        data: { action: 'password', level: 1 },
      },
    });
    expect(await countedActs()).toBe(FREE);
  });

  it('accepts an act with a solved challenge and does not count refused acts', async () => {
    await processes.flood('password', FREE);
    const unknownCallers = processes.start();
    const challenge = await challengeOf(unknownCallers);
    for (let n = 0; n < 30; n++) expect(await chargeOf(unknownCallers)).not.toBeNull();
    expect(await countedActs()).toBe(FREE);
    expect(await chargeOf(unknownCallers, anAct(await solve(challenge)))).toBeNull();
    expect(await countedActs()).toBe(FREE + 1);
  });

  it('neither names the subject in the challenge nor stores it', async () => {
    await processes.flood('password', FREE);
    const unknownCallers = processes.start();
    const challenge = await challengeOf(unknownCallers);
    await unknownCallers.charge(anAct(await solve(challenge)));
    const stored = await collections.rateLimits.find().toArray();
    expect(JSON.stringify([challenge, stored])).not.toContain('somebody');
  });

  it('asks for no proof of work when another action has a flood', async () => {
    await processes.flood('mail', FREE * 8);
    const unknownCallers = processes.start();
    expect(await chargeOf(unknownCallers)).toBeNull();
    expect(await chargeOf(unknownCallers, anAct(null, { action: 'mail' }))).not.toBeNull();
  });

  it('accepts an act with an unneeded solved challenge', async () => {
    expect(await chargeOf(processes.start(), anAct('rubbish'))).toBeNull();
  });
});

describe('a challenge', () => {
  beforeEach(() => processes.flood('password', FREE));

  it('counts once, also when 50 parallel requests use it in two processes', async () => {
    const both = [processes.start(), processes.start()] as const;
    const header = await solve(await challengeOf(both[0]));
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => chargeOf(both[n % 2 === 0 ? 0 : 1], anAct(header))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  });

  it('is refused after it has expired', async () => {
    const unknownCallers = processes.start();
    const header = await solve(await challengeOf(unknownCallers));
    processes.clock += PROOF_OF_WORK_MAX_AGE_MS + 1000;
    expect(await chargeOf(unknownCallers, anAct(header))).not.toBeNull();
  });

  it('is refused for another action and for another subject', async () => {
    await processes.flood('mail', FREE);
    const unknownCallers = processes.start();
    const header = await solve(await challengeOf(unknownCallers));
    expect(await chargeOf(unknownCallers, anAct(header, { action: 'mail' }))).not.toBeNull();
    expect(await chargeOf(unknownCallers, anAct(header, { subject: 'other@example.test' }))).not.toBeNull();
    expect(await chargeOf(unknownCallers, anAct(header))).toBeNull();
  });

  it.each<[string, (solved: ReturnType<typeof decode>) => unknown]>([
    [
      'a later expiry',
      ({ challenge: c, ...rest }) => ({
        ...rest,
        challenge: { ...c, parameters: { ...c.parameters, expiresAt: c.parameters.expiresAt + 60 } },
      }),
    ],
    [
      'another level',
      ({ challenge: c, ...rest }) => ({
        ...rest,
        challenge: { ...c, parameters: { ...c.parameters, data: { ...c.parameters.data, level: 4 } } },
      }),
    ],
    [
      'a lower cost',
      ({ challenge: c, ...rest }) => ({
        ...rest,
        challenge: { ...c, parameters: { ...c.parameters, cost: 1 } },
      }),
    ],
    [
      'no key signature',
      ({ challenge: c, ...rest }) => ({
        ...rest,
        challenge: { ...c, parameters: { ...c.parameters, keySignature: undefined } },
      }),
    ],
    [
      'an easier key prefix',
      ({ challenge: c, ...rest }) => ({
        ...rest,
        challenge: { ...c, parameters: { ...c.parameters, keyPrefix: '00' } },
      }),
    ],
    [
      'another signature',
      ({ challenge: c, ...rest }) => ({ ...rest, challenge: { ...c, signature: '0'.repeat(64) } }),
    ],
    ['no signature', ({ challenge: c, ...rest }) => ({ ...rest, challenge: { parameters: c.parameters } })],
    [
      'a field more',
      ({ challenge: c, ...rest }) => ({
        ...rest,
        challenge: { ...c, parameters: { ...c.parameters, more: 1 } },
      }),
    ],
    [
      'the prefix alone as its solution',
      ({ challenge }) => ({
        challenge,
        solution: { counter: 0, derivedKey: challenge.parameters.keyPrefix },
      }),
    ],
    [
      'the prefix and zeros as its solution',
      ({ challenge }) => ({
        challenge,
        solution: { counter: 0, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
      }),
    ],
    ['no solution', ({ challenge }) => ({ challenge })],
    ['a list', (solved) => [solved]],
    ['nothing', () => null],
  ])('is refused with %s', async (_what, change) => {
    const unknownCallers = processes.start();
    const solved = decode(await solve(await challengeOf(unknownCallers)));
    expect(await chargeOf(unknownCallers, anAct(encode(change(solved))))).not.toBeNull();
    // This did not use up the valid solution.
    expect(await chargeOf(unknownCallers, anAct(encode(solved)))).toBeNull();
  });

  it.each(['', '%', '{', 'A'.repeat(5000), encode('{'), encode({ challenge: { __proto__: null } })])(
    'is refused when the header is not a challenge (%#)',
    async (header) => {
      expect(await chargeOf(processes.start(), anAct(header))).not.toBeNull();
    },
  );

  it('is refused with another secret and accepted with the previous one', async () => {
    const former = 'the secret of before, long enough to be one';
    const header = await solve(
      await challengeOf(processes.start({ settings: { authSecret: former, previousAuthSecret: null } })),
    );
    expect(await chargeOf(processes.start(), anAct(header))).not.toBeNull();
    const rotated = processes.start({
      settings: { authSecret: 'the secret of now, long enough to be one', previousAuthSecret: former },
    });
    expect(await chargeOf(rotated, anAct(header))).toBeNull();
    const fresh = await challengeOf(rotated);
    const current = { authSecret: 'the secret of now, long enough to be one', previousAuthSecret: null };
    expect(await chargeOf(processes.start({ settings: current }), anAct(await solve(fresh)))).toBeNull();
  });

  it('is accepted one level too easy and refused two levels too easy', async () => {
    const easy = [
      await solve(await challengeOf(processes.start())),
      await solve(await challengeOf(processes.start())),
    ] as const;
    await processes.flood('password', FREE);
    expect(await chargeOf(processes.start(), anAct(easy[0]))).toBeNull();
    await processes.flood('password', 2 * FREE);
    const harder = await challengeOf(processes.start(), anAct(easy[1]));
    expect(harder.parameters.data.level).toBe(3);
  });
});
