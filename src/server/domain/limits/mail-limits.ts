import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Asker, KnownAsker } from './askers.ts';
import { checkAll, clientKey, consumeAll, networkKey, type RateCount } from './rate-limits.ts';

type LimitDependencies = Pick<Dependencies, 'rateLimits' | 'strangers'>;

/**
 * Counts a mail to this address. Strangers, known browsers and sessions have separate counters, so a flood of strangers' requests stops neither
 * the owner's sign-in mail nor their reset or re-authentication. Every way to ask for a mail counts here. Throws `RATE_LIMITED`,
 * `PROOF_OF_WORK_REQUIRED`.
 */
export async function limitMails(
  deps: LimitDependencies,
  input: { email: string; asker: Asker; client: RequestClient },
): Promise<void> {
  const { email, asker, client } = input;
  if (asker.kind !== 'stranger') return consumeAll(deps, countsOf(asker));
  const counts: RateCount[] = [
    ['mail-to-address', email],
    ['mail-from-client', clientKey(client.ip)],
    ['mail-from-network', networkKey(client.ip)],
    ['mail-to-address-day', email],
  ];
  await checkAll(deps, counts);
  // Before the counters: a request that pays nothing must not use them up.
  await deps.strangers.charge({ action: 'mail', subject: email, client });
  await consumeAll(deps, counts);
}

/**
 * Counts a mail to an address that a signed-in person wants to add. The address may belong to somebody else, so it has a counter. Strangers'
 * requests for the same address have another one. Throws `RATE_LIMITED`.
 */
export async function limitWantedMails(deps: LimitDependencies, email: string): Promise<void> {
  await consumeAll(deps, [
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
