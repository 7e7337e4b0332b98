import { count } from '../formats.ts';
import { ratioOf, spreadOf, type Spread } from '../statistics.ts';
import type { PartFigures } from './bench.ts';

/** What a person does, from a press to the next page. */
export const FLOWS = {
  'ask-code': 'the page for the code, after "send me a mail"',
  'enter-code': 'signed in by the code (Auth.js: by the link)',
  password: 'signed in by password',
  provider: 'signed in by a provider',
  'sign-in-methods': 'profile → sign-in methods',
  devices: 'profile → devices',
  activity: 'profile → activity',
} as const;
export type Flow = keyof typeof FLOWS;

export type LatencyServer = 'foyer' | 'better-auth' | 'auth-js';
const PEERS = ['better-auth', 'auth-js'] as const;
const NAMES = { foyer: '**Foyer**', 'better-auth': 'Better Auth UI', 'auth-js': 'Auth.js' } as const;

/** The milliseconds of a flow, round by round. */
export interface FlowTimes {
  readonly server: LatencyServer;
  readonly flow: Flow;
  readonly ms: readonly number[];
}

/** Why Foyer is slower than a peer, by flow and peer. A person writes them after a look at the requests of both. */
export type SlowerReasons = Readonly<Partial<Record<`${Flow}, ${(typeof PEERS)[number]}`, string>>>;

/** Foyer's time over the peer's, round by round; `null` where one of them has no such flow. */
function ratioTo(times: readonly FlowTimes[], flow: Flow, peer: (typeof PEERS)[number]): Spread | null {
  const [own, other] = (['foyer', peer] as const).map((server) => find(times, flow, server)?.ms ?? []);
  return own?.length && other?.length ? ratioOf(own, other) : null;
}

/** All ratios that there are. */
export function latencyRatios(times: readonly FlowTimes[]): Spread[] {
  return flows().flatMap((flow) => PEERS.flatMap((peer) => ratioTo(times, flow, peer) ?? []));
}

/** The times beside each other, and where Foyer is slower, with the reason. */
export function latencyFigures(times: readonly FlowTimes[], reasons: SlowerReasons): PartFigures {
  const head = [
    'from the press to the painted page, ms',
    NAMES.foyer,
    ...PEERS.flatMap((peer) => [NAMES[peer], "Foyer's, of it"]),
    'rounds',
  ];
  const rows = flows().map((flow) => [
    FLOWS[flow],
    timeOf(times, flow, 'foyer'),
    ...PEERS.flatMap((peer) => [timeOf(times, flow, peer), spread(ratioTo(times, flow, peer), twoDigits)]),
    String(find(times, flow, 'foyer')?.ms.length ?? 0),
  ]);
  const slower = flows().flatMap((flow) =>
    PEERS.filter((peer) => (ratioTo(times, flow, peer)?.median ?? 0) > 1).map(
      (peer) =>
        `- ${FLOWS[flow]}, beside ${NAMES[peer]}: ${reasons[`${flow}, ${peer}`] ?? '**no reason is in bench/parts/latency.ts**'}`,
    ),
  );
  return {
    tables: [{ head, rows }],
    paragraphs: [
      slower.length === 0
        ? 'Foyer is not slower than a peer in any of them.'
        : `Slower than a peer, and why:\n\n${slower.join('\n')}`,
    ],
    data: times,
  };
}

const flows = () => Object.keys(FLOWS) as Flow[];

function find(times: readonly FlowTimes[], flow: Flow, server: LatencyServer): FlowTimes | undefined {
  return times.find((each) => each.flow === flow && each.server === server);
}

function timeOf(times: readonly FlowTimes[], flow: Flow, server: LatencyServer): string {
  const ms = find(times, flow, server)?.ms ?? [];
  return ms.length === 0 ? 'none' : spread(spreadOf(ms), count);
}

const twoDigits = (value: number) => value.toFixed(2);

function spread(of: Spread | null, write: (value: number) => string): string {
  if (of === null) return '–';
  const [middle, lower, upper] = [of.median, of.lower, of.upper].map(write);
  return lower === upper ? `${middle}` : `${middle} (${lower}–${upper})`;
}
