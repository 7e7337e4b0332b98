/** The messages between the server and the engine's process over Node's IPC channel. */

export interface EngineRequest {
  readonly type: 'close';
}

export type EngineReport =
  /** The engine listens at this Unix socket. */
  | { readonly type: 'ready'; readonly socketPath: string }
  /** The directory is open in another process, also after repeated tries. */
  | { readonly type: 'in-use' }
  | { readonly type: 'failed'; readonly message: string };

/** The arguments of the engine's process, as one JSON string. */
export interface EngineArguments {
  readonly databaseDirectory: string;
  /** The private directory with the sockets. The process removes it when the server has died. */
  readonly temporaryDirectory: string;
}
