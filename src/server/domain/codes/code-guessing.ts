import { AppError } from '../../app-error.ts';
import type { VerificationRequest, VerificationIdentifier } from '../../database/verification-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Asker } from '../limits/askers.ts';
import { isCodeRequestOf } from './code-requests.ts';
import { checkAll, clientKey, networkKey, type RateCount } from '../limits/rate-limits.ts';
import type { StrangerAction } from '../limits/stranger-sums.ts';
import { consumeCode, type GivenCode } from './verification-tokens.ts';

export interface CodeGuess extends Omit<GivenCode, 'ifNotAsked'> {
  /** The address or number that the code proves. */
  readonly subject: string;
  /** What a stranger who asked for this code was counted for. The right code proves that it was honest. */
  readonly action: StrangerAction & ('mail' | 'text');
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
  const { asker, client, subject, action, browsers } = guess;
  const hasAsked = browsers.some((browser) => isCodeRequestOf(browser, identifier));
  const ifNotAsked = () => new AppError(hasAsked ? 'CODE_INVALID' : 'CODE_OTHER_BROWSER');
  if (asker.kind !== 'stranger') {
    const request = await consumeCode(deps, identifier, { ...guess, ifNotAsked });
    if (request.byStranger) await deps.strangers.confirm(action);
    return request;
  }
  const counts: RateCount[] = [
    ['wrong-code-from-client', clientKey(client.ip)],
    ['wrong-code-from-network', networkKey(client.ip)],
    ['wrong-code-of-subject', subject, 'CODE_DEAD'],
  ];
  await checkAll(deps, counts);
  await deps.rateLimits.consumeAll(counts, [await deps.strangers.admit({ action: 'code', subject, client })]);
  let isWrong = false;
  const onWrong = (request: VerificationRequest) => {
    isWrong = true;
    guess.onWrong?.(request);
  };
  let request: VerificationRequest;
  try {
    request = await consumeCode(deps, identifier, { ...guess, ifNotAsked, onWrong });
  } catch (error) {
    if (!isWrong) await deps.rateLimits.giveBackAll(counts);
    throw error;
  }
  const honest = await deps.strangers.provenWrites('code', ...(request.byStranger ? [action] : []));
  await deps.rateLimits.giveBackAll(counts, honest);
  return request;
}
