/** The messages between the server and the engine's process over Node's IPC channel. */

export interface EngineRequest {
  readonly type: 'close';
}

export type EngineReport =
  | { readonly type: 'ready'; readonly socketPath: string }
  /** Another process has the directory open, also after repeated tries. */
  | { readonly type: 'in-use' }
  | { readonly type: 'failed'; readonly message: string };

/** One JSON string. */
export interface EngineArguments {
  readonly databaseDirectory: string;
  /** The private directory of the sockets. The process removes it when the server has died. */
  readonly temporaryDirectory: string;
}
