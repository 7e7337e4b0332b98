import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { ALL_FAULTS } from '../../../testing/faults/fault-rounds.ts';
import {
  anAct,
  BOUND,
  challengeOf,
  chargeOf,
  decode,
  encode,
  FREE,
  solve,
  UnknownCallerProcesses,
} from '../../../testing/sign-in/proof-of-work.ts';
import { MINUTE_MS, PROOF_OF_WORK_LEVELS, PROOF_OF_WORK_MAX_AGE_MS } from '../../../shared/limits.ts';
import { PROOF_OF_WORK_COST, PROOF_OF_WORK_COUNTERS } from './proof-of-work.ts';
import {
  UNKNOWN_CALLER_SUM_MEMORY_MS,
  UNKNOWN_CALLER_SUM_SHARDS,
  UNKNOWN_CALLER_SUM_SLOT_MS,
  UNKNOWN_CALLER_SUM_WINDOW_MS,
} from './unknown-caller-sums.ts';
import { collectionsOf } from '../../database/collections.ts';
import { ensureIndexes } from '../../database/indexes.ts';

const database = await createTestDatabase();
const collections = collectionsOf(database.db);
await ensureIndexes(collections);
let processes: UnknownCallerProcesses;
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

  type Solved = ReturnType<typeof decode>;
  const withParameters =
    (changes: (parameters: Solved['challenge']['parameters']) => object) =>
    ({ challenge, solution }: Solved) => {
      const { parameters } = challenge;
      return { solution, challenge: { ...challenge, parameters: { ...parameters, ...changes(parameters) } } };
    };

  const FORGERIES: readonly (readonly [string, (solved: Solved) => unknown])[] = [
    ['a later expiry', withParameters(({ expiresAt }) => ({ expiresAt: expiresAt + 60 }))],
    ['another level', withParameters(({ data }) => ({ data: { ...data, level: 4 } }))],
    ['a lower cost', withParameters(() => ({ cost: 1 }))],
    ['no key signature', withParameters(() => ({ keySignature: undefined }))],
    ['an easier key prefix', withParameters(() => ({ keyPrefix: '00' }))],
    ['a field more', withParameters(() => ({ more: 1 }))],
    [
      'another signature',
      ({ challenge, ...rest }) => ({ ...rest, challenge: { ...challenge, signature: '0'.repeat(64) } }),
    ],
    ['no signature', ({ challenge: { parameters }, ...rest }) => ({ ...rest, challenge: { parameters } })],
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
  ];
  const NO_CHALLENGES = [
    '',
    '%',
    '{',
    'A'.repeat(5000),
    encode('{'),
    encode({ challenge: { __proto__: null } }),
  ];

  it('is refused when it was changed, and still works unchanged', async () => {
    const unknownCallers = processes.start();
    const header = await solve(await challengeOf(unknownCallers));
    const accepted: string[] = [];
    for (const [what, change] of FORGERIES)
      if ((await chargeOf(unknownCallers, anAct(encode(change(decode(header)))))) === null)
        accepted.push(what);
    expect(accepted).toEqual([]);
    expect(await chargeOf(unknownCallers, anAct(header))).toBeNull();
  });

  it.each(NO_CHALLENGES)('is refused when the header is none (%#)', async (header) => {
    expect(await chargeOf(processes.start(), anAct(header))).not.toBeNull();
  });

  it('is refused with another secret and accepted with the previous one', async () => {
    const former = 'the earlier secret, long enough to be one';
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

describe('the difficulty', () => {
  it('doubles when the flood doubles, up to a limit that a phone can solve', async () => {
    const levels: number[] = [];
    for (const acts of [FREE, FREE, 2 * FREE, 4 * FREE, 8 * FREE, 1000 * FREE]) {
      await processes.flood('password', acts);
      levels.push((await challengeOf(processes.start())).parameters.data.level);
    }
    expect(levels).toEqual([1, 2, 3, 4, PROOF_OF_WORK_LEVELS, PROOF_OF_WORK_LEVELS]);
  });

  it.each(ALL_FAULTS ? [1, PROOF_OF_WORK_LEVELS] : [1])(
    'at level %i stays below its maximum counter',
    async (level) => {
      await processes.flood('password', FREE * 2 ** (level - 1));
      const { solution } = decode(await solve(await challengeOf(processes.start())));
      expect(solution.counter).toBeLessThan(PROOF_OF_WORK_COUNTERS * 2 ** (level - 1));
      // About 10 million iterations in all, some seconds of a phone's processor.
      expect(
        PROOF_OF_WORK_COUNTERS * 2 ** (PROOF_OF_WORK_LEVELS - 1) * PROOF_OF_WORK_COST,
      ).toBeLessThanOrEqual(10e6);
    },
  );
});

describe('the sum', () => {
  it('is shared by all processes', async () => {
    const both = [processes.start(), processes.start(), processes.start()] as const;
    for (let n = 0; n < FREE; n++) await both[n % 3 === 0 ? 0 : n % 3 === 1 ? 1 : 2].charge(anAct());
    processes.clock += UNKNOWN_CALLER_SUM_MEMORY_MS;
    for (const each of both) expect(await chargeOf(each)).not.toBeNull();
  });

  it('counts the acts of processes whose clocks are ahead or behind', async () => {
    await processes.flood('password', FREE / 2, processes.clock + 30 * MINUTE_MS);
    await processes.flood('password', FREE / 2, processes.clock - 2 * MINUTE_MS);
    expect(await chargeOf(processes.start())).not.toBeNull();
  });

  it('drops acts after the window and keeps those of the last minutes', async () => {
    const unknownCallers = processes.start();
    await processes.flood('password', FREE / 2);
    processes.clock += UNKNOWN_CALLER_SUM_WINDOW_MS / 2;
    await processes.flood('password', FREE / 2);
    expect(await chargeOf(unknownCallers)).not.toBeNull();
    processes.clock += UNKNOWN_CALLER_SUM_WINDOW_MS / 2 + UNKNOWN_CALLER_SUM_SLOT_MS;
    for (let n = 0; n < FREE / 2; n++) expect(await chargeOf(unknownCallers)).toBeNull();
    expect(await chargeOf(unknownCallers)).not.toBeNull();
    processes.clock += 2 * UNKNOWN_CALLER_SUM_WINDOW_MS;
    expect(await chargeOf(unknownCallers)).toBeNull();
  });

  it('is stored in many documents, so that no document gets all writes', async () => {
    const wide = processes.start({ bounds: { password: { free: 1e6, perHonest: 0, freeAtMost: 1e6 } } });
    const acts = 400;
    await Promise.all(Array.from({ length: acts }, () => wide.charge(anAct())));
    const rows = await sumRows();
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(acts);
    expect(rows.length).toBeGreaterThan(UNKNOWN_CALLER_SUM_SHARDS / 2);
    expect(Math.max(...rows.map(({ points }) => points))).toBeLessThan(acts / 4);
    const unknownCallers = processes.start();
    await Promise.all(Array.from({ length: 50 }, () => challengeOf(unknownCallers)));
    expect(await sumRows()).toEqual(rows);
  });

  it('reads the sum once for many acts', async () => {
    await processes.flood('password', FREE);
    let reads = 0;
    const rateLimits = new Proxy(collections.rateLimits, {
      get(target, name) {
        if (name === 'aggregate') reads++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const unknownCallers = processes.start({ collections: { rateLimits } });
    await Promise.all(Array.from({ length: 40 }, () => challengeOf(unknownCallers)));
    expect(reads).toBe(1);
    processes.clock += UNKNOWN_CALLER_SUM_MEMORY_MS;
    expect(await chargeOf(unknownCallers)).not.toBeNull();
    expect(reads).toBe(2);
  });

  it('grows with acts that were verified honest, up to a maximum', async () => {
    const unknownCallers = processes.start();
    // None of them is an unverified act.
    for (let n = 0; n < 200; n++) {
      await unknownCallers.charge(anAct());
      await unknownCallers.confirm('password');
    }
    let free = 0;
    while ((await chargeOf(unknownCallers)) === null) free++;
    expect(free).toBe(BOUND.freeAtMost);
  });

  it('writes rows that expire', async () => {
    await processes.start().charge(anAct());
    await processes.flood('password', FREE);
    const unknownCallers = processes.start();
    await unknownCallers.charge(anAct(await solve(await challengeOf(unknownCallers))));
    const rows = await collections.rateLimits.find().toArray();
    for (const { expire } of rows) {
      expect(expire?.getTime()).toBeGreaterThan(processes.clock);
      expect(expire?.getTime()).toBeLessThanOrEqual(
        processes.clock + UNKNOWN_CALLER_SUM_WINDOW_MS + 2 * UNKNOWN_CALLER_SUM_SLOT_MS,
      );
    }
  });
});
