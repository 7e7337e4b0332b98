import { readdir, readFile } from 'node:fs/promises';
import { hash } from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { RequestBudget, runWithinBudget } from '../../database/request-budget.ts';
import { createCpuReader } from './password-hash-thread.ts';
import { createPasswordHashing } from './password-hashing.ts';

const QUICK = { memoryCost: 64, timeCost: 1 };

describe('the hash of a password (security.md 2, 4)', () => {
  it('is argon2id with at least 19 MiB and two passes, salted (4)', async () => {
    const hashing = createPasswordHashing();
    const [one = '', two] = await Promise.all([1, 2].map(() => hashing.hash(PASSWORD)));
    const [, algorithm, version, parameters] = one.split('$');
    expect([algorithm, version]).toEqual(['argon2id', 'v=19']);
    const [, memory, passes, concurrency] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(parameters ?? '') ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(Number(concurrency)).toBeGreaterThanOrEqual(1);
    expect(one).not.toBe(two);
    expect(hashing.isOutdated(one)).toBe(false);
  });

  it('distinguishes the 73rd byte, case and a trailing space (2)', async () => {
    const hashing = createPasswordHashing(QUICK);
    const password = `${'x'.repeat(72)}a lasagne`;
    const stored = await hashing.hash(password);
    expect(await hashing.verify(stored, password)).toBe(true);
    const others = [
      `${'x'.repeat(72)}b lasagne`,
      password.toUpperCase(),
      `${password} `,
      password.slice(0, -1),
    ];
    for (const other of others) expect([other, await hashing.verify(stored, other)]).toEqual([other, false]);
  });

  it('of an unknown account never matches', async () => {
    const hashing = createPasswordHashing(QUICK);
    expect(await hashing.verify(null, PASSWORD)).toBe(false);
    expect(await hashing.verify(null, '')).toBe(false);
  });

  it('is outdated when its parameters are not today’s', async () => {
    const hashing = createPasswordHashing({ memoryCost: 128, timeCost: 2 });
    const made = (memoryCost: number, timeCost: number, algorithm = 2) =>
      hash(PASSWORD, { memoryCost, timeCost, parallelism: 1, algorithm });
    expect(hashing.isOutdated(await made(128, 2))).toBe(false);
    expect(hashing.isOutdated(await made(256, 3))).toBe(true);
    expect(hashing.isOutdated(await made(64, 2))).toBe(true);
    expect(hashing.isOutdated(await made(128, 1))).toBe(true);
    expect(hashing.isOutdated(await made(128, 2, 1))).toBe(true);
  });

  it('runs a bounded number at once, lets a bounded number wait, and then answers 503 with retryAfter', async () => {
    const hashing = createPasswordHashing({ ...QUICK, concurrency: 2, waiting: 3 });
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => hashing.hash(PASSWORD)));
    expect(tries.map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('fulfilled'),
      ...Array<string>(7).fill('rejected'),
    ]);
    expect(tries[11]).toMatchObject({ reason: { code: 'UNAVAILABLE', retryAfter: expect.any(Number) } });
    // Every place is free again, also after a failure.
    await expect(hashing.verify('not a hash', 'x')).rejects.toBeInstanceOf(Error);
    const again = Array.from({ length: 5 }, () => hashing.hash(PASSWORD));
    expect(await Promise.all(again)).toHaveLength(5);
  });

  it('is made and checked while as many checks of costly hashes run and wait as may', async () => {
    const hashing = createPasswordHashing({ ...QUICK, concurrency: 1, waiting: 0 });
    const costly = hashSync('of a former system', 12);
    const done: string[] = [];
    const guess = () => hashing.verify(costly, 'a guess').then(() => done.push('costly'));
    const guesses = [guess(), guess()];
    await hashing.verify(await hashing.hash(PASSWORD), PASSWORD);
    done.push('own');
    await Promise.all(guesses);
    expect(done.at(-1)).toBe('costly');
  });

  it('is not checked when the client has closed its request while it waited', async () => {
    const hashing = createPasswordHashing({ ...QUICK, concurrency: 1 });
    const budgets = [new RequestBudget(), new RequestBudget(), new RequestBudget()];
    const [first, gone, last] = budgets.map((budget) =>
      runWithinBudget(budget, () => hashing.verify(null, 'a guess')),
    );
    budgets[1]?.abandon();
    await expect(gone).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(hashing.queueState()).toMatchObject({ running: 1, waiting: 1 });
    expect(await Promise.all([first, last])).toEqual([false, false]);
    const later = runWithinBudget(budgets[1] ?? new RequestBudget(), () => hashing.hash('a password'));
    await expect(later).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.runIf(process.platform === 'linux')(
    'runs with a lower priority than the rest of the process',
    async () => {
      await createPasswordHashing(QUICK).hash(PASSWORD);
      const tasks = await readdir('/proc/self/task');
      const niceOf = async (task: string) => {
        const stat = await readFile(`/proc/self/task/${task}/stat`, 'latin1').catch(() => '');
        // The name before it is in brackets and may contain spaces (proc_pid_stat(5), field 19).
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      };
      const own = await niceOf(String(process.pid));
      expect(await Promise.all(tasks.map(niceOf))).toContain(own + 10);
    },
  );
});

/** Reads these contents one after the other; `null`: there is no file. */
function readerOf(contents: readonly (string | null)[]): () => number {
  const left = [...contents];
  return createCpuReader(() => {
    const content = left.shift() ?? null;
    if (content === null) throw new Error('ENOENT');
    return content;
  });
}

describe('the CPU time of a check', () => {
  it('is the first number of the statistics, from nanoseconds', () => {
    const read = readerOf(['1000000 5 1\n', '36000000 5 2\n', '36000000 5 2\n']);
    expect([read(), read()]).toEqual([36, 36]);
  });

  it.each([
    ['there is no file', null],
    ['the kernel has no scheduler statistics', '0 0 0\n'],
    ['the file is empty', ''],
  ])('is the time of the clock where %s, also when the file tells a number later', (_, content) => {
    const read = readerOf([content, '36000000 5 2\n', '71000000 5 3\n']);
    const began = performance.now();
    const times = [read(), read()];
    expect(times.every((time) => time >= began && time <= performance.now())).toBe(true);
  });
});
