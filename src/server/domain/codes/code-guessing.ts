import { AppError } from '../../app-error.ts';
import type { VerificationRequest, VerificationIdentifier } from '../../database/verification-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Asker } from '../limits/askers.ts';
import { isCodeRequestOf } from './code-requests.ts';
import { checkAll, clientKey, consumeAll, networkKey, type RateCount } from '../limits/rate-limits.ts';
import { consumeCode, type GivenCode } from './verification-tokens.ts';

export interface CodeGuess extends Omit<GivenCode, 'ifNotAsked'> {
  /** The address or number that the code proves. */
  readonly subject: string;
  readonly asker: Asker;
  readonly client: RequestClient;
}

/**
 * Consumes a code of somebody who is not signed in. Each request allows five tries, but a stranger may ask for codes at many addresses. So
 * strangers' tries are counted by address and day, by client and by network (decision 025). A try is counted before it is compared, so
 * that parallel tries cannot pass a limit. It is given back when the code was right or nothing was compared.
 *
 * Throws what `consumeCode` throws, `CODE_OTHER_BROWSER` when this browser did not ask, `RATE_LIMITED`, `PROOF_OF_WORK_REQUIRED`, and
 * `CODE_DEAD` when strangers gave too many wrong codes for this subject today (the link in the same mail still works).
 */
export async function consumeGuessedCode(
  deps: Dependencies,
  identifier: VerificationIdentifier,
  guess: CodeGuess,
): Promise<VerificationRequest> {
  const { asker, client, subject, browsers } = guess;
  const hasAsked = browsers.some((browser) => isCodeRequestOf(browser, identifier));
  const ifNotAsked = () => new AppError(hasAsked ? 'CODE_INVALID' : 'CODE_OTHER_BROWSER');
  if (asker.kind !== 'stranger') return consumeCode(deps, identifier, { ...guess, ifNotAsked });
  const counts: RateCount[] = [
    ['wrong-code-from-client', clientKey(client.ip)],
    ['wrong-code-from-network', networkKey(client.ip)],
  ];
  await checkAll(deps, counts);
  if (await areCodesUsedUp(deps, subject)) throw new AppError('CODE_DEAD');
  await deps.strangers.charge({ action: 'code', subject, client });
  await consumeAll(deps, counts);
  const ofSubject = ['wrong-code-of-subject', subject] as const;
  try {
    await consumeAll(deps, [ofSubject]);
  } catch (error) {
    if (isRateLimited(error)) throw new AppError('CODE_DEAD', { cause: error });
    throw error;
  }
  let isWrong = false;
  const onWrong = (request: VerificationRequest) => {
    isWrong = true;
    guess.onWrong?.(request);
  };
  try {
    const request = await consumeCode(deps, identifier, { ...guess, ifNotAsked, onWrong });
    await deps.strangers.confirm('code');
    return request;
  } finally {
    if (!isWrong)
      await Promise.all([...counts, ofSubject].map(([rule, key]) => deps.rateLimits.giveBack(rule, key)));
  }
}

/** Whether strangers gave so many wrong codes for this address or number today that new mails hold no code. */
export async function areCodesUsedUp(
  deps: Pick<Dependencies, 'rateLimits'>,
  subject: string,
): Promise<boolean> {
  try {
    await deps.rateLimits.check('wrong-code-of-subject', subject);
    return false;
  } catch (error) {
    if (isRateLimited(error)) return true;
    throw error;
  }
}

function isRateLimited(error: unknown): boolean {
  return error instanceof AppError && error.code === 'RATE_LIMITED';
}
