import { toOneLine } from '../../shared/one-line.ts';

/** Why a call to a provider was not made, or why its answer was refused. */
export type ProviderCallFault =
  | 'insecure'
  | 'address'
  | 'redirect'
  | 'timeout'
  | 'too-large'
  | 'content-type'
  | 'network'
  /** The answer is JSON, but not of the form that the specification demands. */
  | 'answer';

/**
 * The message is for the log. It names the host and the fault, and never a path or query, which may contain
 * secrets.
 */
export class ProviderCallError extends Error {
  override readonly name = 'ProviderCallError';
  readonly fault: ProviderCallFault;

  constructor(fault: ProviderCallFault, message: string, options?: ErrorOptions) {
    // The provider may control parts of the message, and operators read it in a terminal.
    super(toOneLine(message), options);
    this.fault = fault;
  }
}
