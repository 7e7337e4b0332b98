/** What is sent to one server, person after person. */
export interface Target {
  readonly port: number;
  /** The request's text around what differs from person to person. */
  readonly before: string;
  readonly after: string;
  /** For each person what stands between, and what stands in their answer and in nobody else's. */
  readonly people: readonly (readonly [value: string, marker: string])[];
  /** How often it stands there. */
  readonly times: number;
}

export interface Stream {
  /** A target that was handed over before. */
  readonly target: string;
  readonly connections: number;
  /** `null`: the next request goes out when the last is answered; else one goes out so often on each connection. */
  readonly everyMs: number | null;
}

export interface Run {
  readonly streams: readonly Stream[];
  /** Discarded before the measurement. */
  readonly leadMs: number;
  readonly measureMs: number;
}

export type ToGenerator =
  | { readonly type: 'target'; readonly id: string; readonly target: Target }
  | ({ readonly type: 'run' } & Run);

export interface StreamResult {
  /** Right answers that came within the measured time; there are no other ones, since one wrong answer fails the run. */
  readonly answers: number;
  readonly perSecond: number;
  /** Of those that were under way within it, whenever they came. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface RunResult {
  readonly streams: readonly StreamResult[];
  /** How much of one core the generator itself used, 0 to 1. */
  readonly busy: number;
}

export type FromGenerator =
  | { readonly type: 'ready' }
  /** The measured time begins, ends; what is under way then is still waited for. */
  | { readonly type: 'begins' }
  | { readonly type: 'ends' }
  | ({ readonly type: 'done' } & RunResult)
  | { readonly type: 'failed'; readonly message: string };
