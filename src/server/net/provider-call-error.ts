import { toOneLine } from '../../shared/one-line.ts';

/** Why a call to a provider was not made, or its answer not taken. */
export type ProviderCallFault =
  | 'insecure'
  | 'address'
  | 'redirect'
  | 'timeout'
  | 'too-large'
  | 'content-type'
  | 'network'
  /** The answer is JSON, but not what the specification says it must be. */
  | 'answer';

/** The message names the host and what is wrong, for the log; it never holds a path or query, which may carry secrets. */
export class ProviderCallError extends Error {
  override readonly name = 'ProviderCallError';
  readonly fault: ProviderCallFault;

  constructor(fault: ProviderCallFault, message: string, options?: ErrorOptions) {
    // A provider may have chosen parts of it, and an operator reads it in a terminal.
    super(toOneLine(message), options);
    this.fault = fault;
  }
}
