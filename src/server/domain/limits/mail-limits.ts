import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { Caller } from './callers.ts';
import { addressKey, networkKey, throwFirst, type RateCount } from './rate-limits.ts';

/**
 * Unknown callers have their own counters, so they cannot stop the owner's mails. Answers whether the mail
 * may hold a code: not after their too many wrong codes today. Throws `RATE_LIMITED`,
 * `PROOF_OF_WORK_REQUIRED`.
 */
export async function limitMails(
  deps: Pick<Dependencies, 'rateLimits' | 'unknownCallers'>,
  input: { email: string; caller: Caller; requestContext: RequestContext },
): Promise<{ readonly mayHoldCode: boolean }> {
  const { email, caller, requestContext } = input;
  if (caller.kind !== 'unknown') {
    await deps.rateLimits.consumeAll([
      ['mail', 'browser', caller.key],
      ['mail', 'user', caller.userId],
    ]);
    return { mayHoldCode: true };
  }
  const counts: RateCount[] = [
    ['mail', 'recipient', email],
    ['mail', 'ip', addressKey(requestContext.ip)],
    ['mail', 'network', networkKey(requestContext.ip)],
  ];
  const [usedUpCodes, ...refusals] = await deps.rateLimits.refusalsOf([
    ['code', 'recipient', email],
    ...counts,
  ]);
  throwFirst(refusals);
  // Before the counters: a request without a proof of work must not use them up.
  const act = await deps.unknownCallers.admit({ action: 'mail', subject: email, requestContext });
  await deps.rateLimits.consumeAll(counts, [act]);
  return { mayHoldCode: usedUpCodes === null };
}
