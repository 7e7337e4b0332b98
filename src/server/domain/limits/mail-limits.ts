import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Asker, KnownAsker } from './askers.ts';
import { clientKey, networkKey, throwFirst, type RateCount } from './rate-limits.ts';

type LimitDependencies = Pick<Dependencies, 'rateLimits' | 'strangers'>;

/**
 * Counts a mail to this address. Strangers, known browsers and sessions have separate counters, so a flood of strangers' requests stops neither
 * the owner's sign-in mail nor their reset or re-authentication. Every way to ask for a mail counts here.
 *
 * Answers whether the mail may hold a code: not when strangers gave too many wrong codes for this address today. Throws `RATE_LIMITED`,
 * `PROOF_OF_WORK_REQUIRED`.
 */
export async function limitMails(
  deps: LimitDependencies,
  input: { email: string; asker: Asker; client: RequestClient },
): Promise<{ readonly mayHoldCode: boolean }> {
  const { email, asker, client } = input;
  if (asker.kind !== 'stranger') {
    await deps.rateLimits.consumeAll(countsOf(asker));
    return { mayHoldCode: true };
  }
  const counts: RateCount[] = [
    ['mail-to-address', email],
    ['mail-from-client', clientKey(client.ip)],
    ['mail-from-network', networkKey(client.ip)],
    ['mail-to-address-day', email],
  ];
  const [usedUpCodes, ...refusals] = await deps.rateLimits.refusalsOf([
    ['wrong-code-of-subject', email],
    ...counts,
  ]);
  throwFirst(refusals);
  // Before the counters: a request that pays nothing must not use them up.
  const act = await deps.strangers.admit({ action: 'mail', subject: email, client });
  await deps.rateLimits.consumeAll(counts, [act]);
  return { mayHoldCode: usedUpCodes === null };
}

/**
 * Counts a mail to an address that a signed-in person wants to add. The address may belong to somebody else, so it has a counter. Strangers'
 * requests for the same address have another one. Throws `RATE_LIMITED`.
 */
export async function limitWantedMails(deps: LimitDependencies, email: string): Promise<void> {
  await deps.rateLimits.consumeAll([
    ['mail-to-wanted-address', email],
    ['mail-to-wanted-address-day', email],
  ]);
}

function countsOf({ key, userId }: KnownAsker): RateCount[] {
  return [
    ['mail-for-browser', key],
    ['mail-for-browser-day', key],
    ['mail-for-user-day', userId],
  ];
}
