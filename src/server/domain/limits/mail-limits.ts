import type { Dependencies } from '../../dependencies.ts';
import type { RequestOrigin } from '../rules/request-origin.ts';
import type { Caller, KnownCaller } from './callers.ts';
import { clientKey, networkKey, throwFirst, type RateCount } from './rate-limits.ts';

type LimitDependencies = Pick<Dependencies, 'rateLimits' | 'unknownCallers'>;

/**
 * Counts a mail to this address. Unknown callers, known browsers and sessions have separate counters, so a flood of unknown callers' requests stops neither
 * the owner's sign-in mail nor their reset or re-authentication. Every way to ask for a mail counts here.
 *
 * Answers whether the mail may hold a code: not when unknown callers gave too many wrong codes for this address today. Throws `RATE_LIMITED`,
 * `PROOF_OF_WORK_REQUIRED`.
 */
export async function limitMails(
  deps: LimitDependencies,
  input: { email: string; caller: Caller; requestOrigin: RequestOrigin },
): Promise<{ readonly mayHoldCode: boolean }> {
  const { email, caller, requestOrigin } = input;
  if (caller.kind !== 'unknown') {
    await deps.rateLimits.consumeAll(countsOf(caller));
    return { mayHoldCode: true };
  }
  const counts: RateCount[] = [
    ['mail', 'recipient', email],
    ['mail', 'ip', clientKey(requestOrigin.ip)],
    ['mail', 'network', networkKey(requestOrigin.ip)],
  ];
  const [usedUpCodes, ...refusals] = await deps.rateLimits.refusalsOf([
    ['code', 'recipient', email],
    ...counts,
  ]);
  throwFirst(refusals);
  // Before the counters: a request that pays nothing must not use them up.
  const act = await deps.unknownCallers.admit({ action: 'mail', subject: email, requestOrigin });
  await deps.rateLimits.consumeAll(counts, [act]);
  return { mayHoldCode: usedUpCodes === null };
}

/**
 * Counts a mail to an address that a signed-in person wants to add. The address may belong to somebody else, so it has a counter. Unknown callers'
 * requests for the same address have another one. Throws `RATE_LIMITED`.
 */
export async function limitWantedMails(deps: LimitDependencies, email: string): Promise<void> {
  await deps.rateLimits.consumeAll([['mail-to-new-address', 'recipient', email]]);
}

function countsOf({ key, userId }: KnownCaller): RateCount[] {
  return [
    ['mail', 'browser', key],
    ['mail', 'user', userId],
  ];
}
