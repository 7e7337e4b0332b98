/** A server process behind the balancer. */
export interface BalancedProcess {
  readonly port: number;
}

export interface LoadFigures {
  readonly visits: number;
  readonly requests: number;
  /** Requests that were sent again because the answer was `UNAVAILABLE` with `Retry-After`. */
  readonly repeats: number;
  /** Codes that such a request used up, so that the person asked for another one. */
  readonly usedUpCodes: number;
  readonly signIns: number;
  readonly renewals: number;
  readonly signOuts: number;
}

export interface LoadOptions {
  /** The `APP_ORIGIN` of the processes. */
  readonly origin: string;
  /** The email addresses of people who have `password`. Each is in one browser at a time. */
  readonly people: readonly string[];
  readonly password: string;
  /** A balancer. With it, only checks of sessions name their process. Without it, each request goes to any process. */
  readonly balancer?: BalancedProcess;
  /** Resolves with the code of the newest mail to this address of after `since`, or `null`. With it, half of the sign-ins are by such a code. */
  readonly codeTo?: (email: string, since: Date) => Promise<string | null>;
  /** How long each person stays away between two visits; by default, not at all. */
  readonly pauseMs?: number;
  /** How long a client without a session waits between two requests; by default, there is none. */
  readonly checkEveryMs?: number;
  /** Sends a request again that got `UNAVAILABLE` with `Retry-After`, as the clients of Foyer do. */
  readonly repeatsUnavailable?: boolean;
}

/** People who sign in and out all the time, and the processes that answer them. */
export interface UpgradeLoad extends AsyncDisposable {
  add(process: BalancedProcess): void;
  /** Sends the process no more requests, and waits for those that it has. */
  remove(process: BalancedProcess): Promise<void>;
  /** Waits for this many further visits. */
  wait(visits: number): Promise<void>;
  /** Checks every session at every process. */
  checkSessions(): Promise<void>;
  /** Waits for the visits, then checks the sessions. */
  play(visits: number): Promise<void>;
  /** Nobody visits until `resume`. Waits for those who do. */
  pause(): Promise<void>;
  resume(): void;
  /** The operator has ended all sessions. From now on, `play` checks that they are not valid. The database may have earlier names. */
  endAll(): void;
  /** What went wrong, one sentence each. */
  readonly faults: readonly string[];
  readonly figures: LoadFigures;
  /** The last name that each person got, by email address. */
  readonly names: ReadonlyMap<string, string>;
  stop(): Promise<LoadFigures>;
}
