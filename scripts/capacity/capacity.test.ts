import * as fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { capacityFigures, newestCapacity, type CapacityFigures } from '../../bench/capacity-figures.ts';
import { showCapacity } from '../../bench/parts/capacity.ts';
import { aRun } from '../../bench/testing/a-run.ts';
import { ASSUMPTIONS, capacityUsage, OptionError, readCapacityOptions } from './assumptions.ts';
import { calculateCapacity } from './calculate.ts';
import { capacityReport } from './report.ts';

/** Round figures, so that a case can be calculated by hand. */
function someFigures(): CapacityFigures {
  const cost = (serverUs: number, databaseUs: number) => ({ rounds: [{ serverUs, databaseUs }] });
  const operations = (reads: number, writes: number) => ({ commands: reads + writes, reads, writes });
  const inBoth = <Value>(known: Value, unknown: Value) => ({ known, unknown });
  const signIn = inBoth(cost(10_000, 2000), cost(20_000, 4000));
  const counted = inBoth(operations(2, 4), operations(3, 6));
  const stored = { perPerson: 1, documentBytes: 500, diskBytes: 300, indexBytes: 100 };
  return capacityFigures.parse({
    checks: { cookie: cost(100, 50), accessToken: cost(90, 50), renewal: cost(300, 200) },
    signIns: {
      password: inBoth(cost(40_000, 2000), cost(50_000, 4000)),
      'mail-code': signIn,
      provider: signIn,
      passkey: signIn,
    },
    memory: {
      connections: [
        { wanted: 0, open: 0, bytes: 100e6 },
        { wanted: 10_000, open: 10_000, bytes: 300e6 },
      ],
      busyBytes: 150e6,
    },
    calls: [{ call: 'session.get', operations: operations(2, 0) }],
    renewal: operations(2, 1),
    signInOperations: {
      password: counted,
      'mail-code': counted,
      provider: counted,
      passkey: counted,
      phone: counted,
    },
    background: { event: operations(1, 1), mail: operations(0, 2) },
    storage: {
      people: 1000,
      compression: 'none',
      collections: { users: stored, accounts: stored, sessions: stored, activity: stored, events: stored },
      signIn: { activity: 1, events: 1, mails: inBoth(0, 1) },
    },
  } satisfies CapacityFigures);
}

const deploymentOf = (...args: string[]) => {
  const { deployment } = readCapacityOptions(args);
  if (!deployment) throw new Error('no deployment');
  return deployment;
};

describe('the calculation', () => {
  it('answers a case that was calculated by hand', () => {
    // A day has 86,400 seconds: each active person checks 10 times, visits once and signs in once, in a second each.
    const deployment = deploymentOf(
      '--people=864000',
      '--daily=86400',
      '--peak-factor=10',
      '--checks=10',
      '--visits=1',
      '--sign-ins=1',
      '--shares=password=1',
      '--new-browsers=0',
      '--other-changes=0',
      '--utilisation=0.5',
      '--spare-processes=2',
      '--connection-seconds=100',
      '--accounts=1',
      '--sessions=2',
      '--index-overhead=2',
      '--compression=0.5',
      '--replicas=3',
      '--working-set=0.1',
    );
    const { database, ...foyer } = calculateCapacity(someFigures(), deployment);
    // 90 checks of 100 µs, 10 that renew of 300 µs, 10 sign-ins of 40 ms.
    expect(foyer.serverCores).toBeCloseTo((0.009 + 0.003 + 0.4) / 0.5);
    expect(foyer).toMatchObject({
      perSecond: { checks: 100, signIns: 10, passwordSignIns: 10 },
      processes: 3,
      connectionsPerProcess: 1000,
      memoryPerProcessBytes: 170e6,
      memoryBytes: 510e6,
    });
    expect(foyer.passwordSignInCores.foyer).toBeCloseTo(0.4);
    expect(foyer.passwordSignInCores.keycloak).toBeCloseTo(10 / 15);
    expect(database.cores).toBeCloseTo((0.0045 + 0.002 + 0.02) / 0.5);
    expect(database.readsPerSecond).toBeCloseTo(90 * 2 + 10 * 2 + 10 * (2 + 1));
    expect(database.writesPerSecond).toBeCloseTo(10 * 1 + 10 * (4 + 1));
    const documents = {
      users: 864_000,
      accounts: 864_000,
      sessions: 1_728_000,
      activity: 86_400 * 180,
      events: 86_400 * 30,
    };
    expect(database.documents).toEqual(documents);
    const all = Object.values(documents).reduce((sum, each) => sum + each, 0);
    expect(database.diskBytes).toBeCloseTo(all * (150 + 200));
    expect(database.allCopiesBytes).toBeCloseTo(3 * all * (150 + 200));
    expect(database.workingSetBytes).toBeCloseTo(all * (50 + 200));
    expect(database.growthPerDayBytes).toBeCloseTo(86_400 * (150 + 200));
  });

  it('never needs less for more people', () => {
    const figures = someFigures();
    const number = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(number, number, number, (one, other, third) => {
        const [daily = 1, fewer = 1, more = 1] = [one, other, third].toSorted((a, b) => a - b);
        const dailyOfMore = Math.max(daily, Math.floor((more * daily) / fewer));
        const small = calculateCapacity(figures, deploymentOf(`--people=${fewer}`, `--daily=${daily}`));
        const large = calculateCapacity(figures, deploymentOf(`--people=${more}`, `--daily=${dailyOfMore}`));
        expect(large.processes).toBeGreaterThanOrEqual(small.processes);
        expect(large.database.diskBytes).toBeGreaterThanOrEqual(small.database.diskBytes);
        expect(large.database.cores).toBeGreaterThanOrEqual(small.database.cores);
      }),
    );
  });
});

describe('the options', () => {
  it.each([
    [['--daily', '5'], '--people is missing'],
    [['--people', '-5', '--daily', '1'], '--people must be at least 1, and is -5'],
    [['--people', '10', '--daily', '11'], '--daily is 11, but only 10 people'],
    [['--people', 'many', '--daily', '1'], '--people must be a number'],
    [['--people', '1.5', '--daily', '1'], '--people must be a whole number'],
    [['--people'], '--people needs a value'],
    [['--people', '5', '--people', '6'], '--people is there twice'],
    [['--persons', '5'], 'There is no option --persons'],
    [['10000000'], 'There is no option 10000000'],
    [['--people=9', '--daily=9', '--utilisation=1.1'], '--utilisation must be at most 1'],
    [['--people=9', '--daily=9', '--checks=1', '--visits=2'], 'each visit has a check'],
    [['--people=9', '--daily=9', '--replicas=2.5'], '--replicas must be a whole number'],
    [['--people=9', '--daily=9', '--shares=password=0.5'], '--shares must add up to 1'],
    [['--people=9', '--daily=9', '--shares=smoke=1'], '--shares names smoke'],
  ])('%j are refused', (args, message) => {
    expect(() => readCapacityOptions(args)).toThrow(OptionError);
    expect(() => readCapacityOptions(args)).toThrow(message);
  });

  it('are all in the help and in the result', () => {
    const deployment = deploymentOf('--people', '10_000_000', '--daily', '2,000,000');
    expect(deployment).toMatchObject({ people: 10_000_000, daily: 2_000_000, workingSet: 0.2 });
    const source = { file: 'a.json', date: '2026-11-20', machine: '2 cores' };
    const report = capacityReport(source, deployment, calculateCapacity(someFigures(), deployment));
    for (const { option } of [
      ...Object.values(ASSUMPTIONS),
      { option: 'shares' },
      { option: 'working-set' },
    ]) {
      expect(capacityUsage()).toContain(`--${option} `);
      expect(report).toContain(`--${option} `);
    }
    expect(report).toContain('bench/results/a.json');
    expect(report).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('reads the figures of the newest run that has them, and says when there is none', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  const keep = (date: string, data: unknown) =>
    writeFile(
      path.join(folder, `${date}-part.json`),
      JSON.stringify(
        aRun({ kind: 'part', date: `${date}T08:00:00.000Z`, more: { capacity: { tables: [], data } } }),
      ),
    );
  try {
    await expect(newestCapacity(folder)).rejects.toThrow('npm run bench -- --only capacity');
    const { data } = showCapacity(someFigures());
    await keep('2026-11-20', data);
    expect(await newestCapacity(folder)).toMatchObject({
      file: '2026-11-20-part.json',
      figures: someFigures(),
    });
    await keep('2026-11-21', { checks: {} });
    await expect(newestCapacity(folder)).rejects.toThrow('have another form');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
