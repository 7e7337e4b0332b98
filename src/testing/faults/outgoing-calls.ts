import type { Resolve } from '../../server/net/addresses.ts';
import { OutgoingCallError, type OutgoingCallFault } from '../../server/net/outgoing-call-error.ts';

/** A look-up that finds these addresses for every name. */
export const resolvingTo =
  (...addresses: readonly string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

/** Why the call failed. `no fault`: an answer came. */
export async function faultOf(call: Promise<unknown>): Promise<OutgoingCallFault | 'no fault'> {
  try {
    await call;
    return 'no fault';
  } catch (error) {
    if (error instanceof OutgoingCallError) return error.fault;
    throw error;
  }
}
