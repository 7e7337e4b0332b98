import type { Results, ServerId, SessionMeasurement } from '../results.ts';

const weight = (gzip: number) => ({ raw: gzip * 3, gzip, brotli: gzip * 0.9 });
const nothing = weight(0);

export function sessionOf(
  server: ServerId,
  connections: number,
  perSecond: readonly number[],
  sessions = 100_000,
  p50Ms = 3,
): SessionMeasurement {
  const round = { p50Ms, p99Ms: 9, cpuUs: 80, databaseCpuUs: 40, generatorBusy: 0.2 };
  return { server, sessions, connections, rounds: perSecond.map((each) => ({ perSecond: each, ...round })) };
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
    machine: {
      cpu: 'A Processor',
      cores: 2,
      memoryGb: 8,
      system: 'Linux 6.1',
      node: '20.20.2',
      database: 'MongoDB 9',
    },
    versions: { 'Better Auth': '1.7.7' },
    session: [
      sessionOf('floor', 32, [1000, 500, 1000]),
      sessionOf('floor', 1, [4000, 4000, 4000], 100_000, 0.2),
      sessionOf('auth-js', 32, [400, 200, 400]),
      sessionOf('better-auth', 32, [200, 100, 200]),
      sessionOf('better-auth-cache', 32, [300, 150, 220]),
      sessionOf('foyer', 32, foyer),
      sessionOf('foyer', 1, [3000, 3000, 3000], 100_000, 0.25),
      sessionOf('foyer-batch', 32, half),
      sessionOf('foyer', 32, foyer, 1000),
      sessionOf('foyer', 32, half, 1_000_000),
    ],
    passwords: [
      { server: 'foyer', firstMs: 50, rounds: [{ signInsPerSecond: 240, idleP99Ms: 2, busyP99Ms: 8 }] },
      { server: 'better-auth', firstMs: 90, rounds: [{ signInsPerSecond: 30, idleP99Ms: 2, busyP99Ms: 90 }] },
    ],
    start: { firstMs: 3000, warmMs: [1100, 1200, 1300], firstSignInMs: [20, 30, 40] },
    memory: { idleBytes: 95_000_000, afterLoadBytes: 140_000_000 },
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
