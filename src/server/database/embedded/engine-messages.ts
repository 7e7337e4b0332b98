/** What the server and the engine's process say to each other over Node's IPC channel. */

export interface EngineRequest {
  readonly type: 'close';
}

export type EngineReport =
  /** The engine answers at this Unix socket. */
  | { readonly type: 'ready'; readonly socketPath: string }
  /** The directory is open in another process; asked again until the time was up. */
  | { readonly type: 'in-use' }
  | { readonly type: 'failed'; readonly message: string };

/** Arguments of the engine's process, one JSON string. */
export interface EngineArguments {
  readonly databaseDirectory: string;
  /** The private directory with the sockets, removed when the process ends because the server is gone. */
  readonly temporaryDirectory: string;
}
