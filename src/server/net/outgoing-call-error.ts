import { toOneLine } from '../../shared/one-line.ts';

/** Why a call was not made, or its answer was refused. */
export type OutgoingCallFault =
  | 'insecure'
  | 'address'
  | 'redirect'
  | 'timeout'
  | 'too-large'
  | 'content-type'
  | 'network'
  /** JSON, but not of the form that the specification demands. */
  | 'answer';

/** The message is for the log: host and fault, never a path or query, which may contain secrets. */
export class OutgoingCallError extends Error {
  override readonly name = 'OutgoingCallError';
  readonly fault: OutgoingCallFault;

  constructor(fault: OutgoingCallFault, message: string, options?: ErrorOptions) {
    // The provider may control parts of the message, and operators read it in a terminal.
    super(toOneLine(message), options);
    this.fault = fault;
  }
}
