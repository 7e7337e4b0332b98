/** The requests to one server, one person after another. */
export interface Target {
  readonly port: number;
  /** The request's text before and after the part that differs by person. */
  readonly before: string;
  readonly after: string;
  /** For each person the part between, and a marker that is only in the answer for this person. */
  readonly people: readonly (readonly [value: string, marker: string])[];
  readonly times: number;
}

export interface Stream {
  readonly target: string;
  readonly connections: number;
  /** `null`: the next request follows the last answer. Otherwise the interval of each connection. */
  readonly everyMs: number | null;
}

export interface Run {
  readonly streams: readonly Stream[];
  /** The time before the measurement, whose answers are discarded. */
  readonly leadMs: number;
  readonly measureMs: number;
}

export type ToGenerator =
  | { readonly type: 'target'; readonly id: string; readonly target: Target }
  | ({ readonly type: 'run' } & Run);

export interface StreamResult {
  /** Correct answers within the measured time; a wrong answer fails the run. */
  readonly answers: number;
  readonly perSecond: number;
  /** Of the requests that ran in the measured time, also when their answer came after it. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface RunResult {
  readonly streams: readonly StreamResult[];
  /** The share of one core that the generator used, 0 to 1. */
  readonly busy: number;
}

export type FromGenerator =
  | { readonly type: 'ready' }
  /** The measured time begins and ends; running requests are still awaited. */
  | { readonly type: 'begins' }
  | { readonly type: 'ends' }
  | ({ readonly type: 'done' } & RunResult)
  | { readonly type: 'failed'; readonly message: string };
