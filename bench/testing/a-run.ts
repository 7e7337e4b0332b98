import type { Results, ServerId, SessionMeasurement, SessionRound, SignInRound } from '../results.ts';

const weight = (gzip: number) => ({ raw: gzip * 3, gzip, brotli: gzip * 0.9 });
const nothing = weight(0);
const signIn = (perSecond: number, serverMs: number): SignInRound => ({
  perSecond,
  cpuUs: serverMs * 1000,
  databaseCpuUs: 1000,
});

/** Each round has the same CPU time per request: 80 µs of the server and 40 µs of the database, or as `more` says. */
export function sessionOf(
  server: ServerId,
  connections: number,
  perSecond: readonly number[],
  more: Partial<SessionRound> & Pick<Partial<SessionMeasurement>, 'sessions' | 'requests'> = {},
): SessionMeasurement {
  const { sessions = 100_000, requests, ...figures } = more;
  const round = { p50Ms: 3, p99Ms: 9, cpuUs: 80, databaseCpuUs: 40, generatorBusy: 0.2, ...figures };
  return {
    server,
    sessions,
    visitors: sessions === 100_000 ? 10_000 : 1000,
    connections,
    ...(requests && { requests }),
    warmUpCpuUs: connections === 1 ? [] : [400, 82, 80],
    rounds: perSecond.map((each) => ({ ...round, perSecond: each })),
  };
}

/** A full run with invented figures; parts can be replaced. */
export function aRun(parts: Partial<Results> = {}): Results {
  const foyer = [900, 600, 1100];
  const half = foyer.map((perSecond) => perSecond / 2);
  return {
    format: 1,
    date: '2026-11-20T10:00:00.000Z',
    kind: 'full',
    seconds: 600,
    seed: 7,
    machine: {
      cpu: 'A Processor',
      cores: 2,
      memoryGb: 8,
      system: 'Linux 6.1',
      node: '24.21.0',
      database: 'MongoDB 9',
    },
    versions: { 'Better Auth': '1.7.7' },
    session: [
      sessionOf('floor', 32, [1000, 500, 1000], { cpuUs: 100, databaseCpuUs: 100 }),
      sessionOf('floor', 1, [4000, 4000, 4000], { p50Ms: 0.2 }),
      sessionOf('auth-js', 32, [400, 200, 400], { cpuUs: 560 }),
      sessionOf('better-auth', 32, [200, 100, 200], { cpuUs: 1400 }),
      sessionOf('better-auth-cache', 32, [300, 150, 220], { cpuUs: 440 }),
      sessionOf('foyer', 32, foyer),
      sessionOf('foyer', 1, [3000, 3000, 3000], { p50Ms: 0.25 }),
      sessionOf('foyer-batch', 32, half, { cpuUs: 140 }),
      sessionOf('foyer', 32, foyer, { requests: 'first' }),
      sessionOf('floor', 32, [1000, 500, 1000], { requests: 'first', cpuUs: 140 }),
      sessionOf('foyer', 32, foyer, { sessions: 1000 }),
      sessionOf('floor', 32, foyer, { sessions: 1000, cpuUs: 200 }),
      sessionOf('foyer', 32, half, { sessions: 1_000_000, cpuUs: 160 }),
      sessionOf('floor', 32, foyer, { sessions: 1_000_000, cpuUs: 320 }),
    ],
    passwords: [
      {
        server: 'foyer',
        firstMs: 50,
        rounds: [{ signInsPerSecond: 240, idleP99Ms: 2, busyP99Ms: 8, alone: signIn(250, 9) }],
      },
      {
        server: 'better-auth',
        firstMs: 90,
        rounds: [{ signInsPerSecond: 30, idleP99Ms: 2, busyP99Ms: 90, alone: signIn(50, 44) }],
      },
    ],
    signIns: [
      { server: 'foyer', way: 'mail-code', rounds: [signIn(200, 4)] },
      { server: 'better-auth', way: 'mail-code', rounds: [signIn(300, 9)] },
      { server: 'foyer', way: 'provider', rounds: [signIn(200, 4)] },
      { server: 'better-auth', way: 'provider', rounds: [signIn(300, 6.5)] },
    ],
    start: {
      firstMs: 3000,
      warmMs: [1100, 1200, 1300],
      firstSignInMs: [20, 30, 40],
      earlier: { commit: '5e47be0', warmMs: [2200, 2000, 2000] },
    },
    memory: {
      idleBytes: 95_000_000,
      afterLoadBytes: 151_000_000,
      processes: [
        { idleBytes: 94_000_000, afterLoadBytes: 150_000_000 },
        { idleBytes: 95_000_000, afterLoadBytes: 151_000_000 },
        { idleBytes: 96_000_000, afterLoadBytes: 152_000_000 },
      ],
    },
    pages: [
      {
        page: 'foyer',
        html: weight(1000),
        css: weight(9000),
        js: weight(140_000),
        sentBytes: 450_000,
        formWithoutScript: false,
      },
      {
        page: 'foyer-signed-out',
        html: weight(1000),
        css: weight(10_000),
        js: weight(149_000),
        sentBytes: 460_000,
        formWithoutScript: false,
      },
      {
        page: 'better-auth-ui',
        html: weight(300),
        css: weight(8000),
        js: weight(230_000),
        sentBytes: null,
        formWithoutScript: false,
      },
      {
        page: 'clerk',
        html: nothing,
        css: nothing,
        js: weight(404_000),
        sentBytes: null,
        formWithoutScript: false,
      },
    ],
    firstPage: {
      network: { latencyMs: 400, bytesPerSecond: 50_000 },
      earlierCommit: '4ae41a9',
      builds: [
        {
          build: 'present',
          rounds: [
            { visibleMs: 600, readyMs: 1500, shift: 0 },
            { visibleMs: 300, readyMs: 1500, shift: 0.002 },
            { visibleMs: 900, readyMs: 1800, shift: 0 },
          ],
        },
        {
          build: 'earlier',
          rounds: [
            { visibleMs: 1000, readyMs: 2000, shift: 0 },
            { visibleMs: 1000, readyMs: 3000, shift: 0 },
            { visibleMs: 1000, readyMs: 2000, shift: 0 },
          ],
        },
      ],
    },
    ...parts,
  };
}
