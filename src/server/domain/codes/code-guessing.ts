import { AppError } from '../../app-error.ts';
import type { VerificationRequest, VerificationIdentifier } from '../../database/verification-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { Caller } from '../limits/callers.ts';
import { isCodeRequestOf } from './code-requests.ts';
import { checkAll, addressKey, networkKey, type RateCount } from '../limits/rate-limits.ts';
import type { UnknownCallerAction } from '../limits/unknown-caller-sums.ts';
import { consumeCode, type GivenCode } from './verification-tokens.ts';

interface CodeGuess extends Omit<GivenCode, 'ifNotRequested'> {
  /** The address or number that the code proves. */
  readonly subject: string;
  /** An unknown caller who asked for the code. The right code proves that the request was honest. */
  readonly action: UnknownCallerAction & ('mail' | 'text');
  readonly caller: Caller;
  readonly requestContext: RequestContext;
}

/**
 * A caller may ask for codes at many addresses, so tries are also counted by address and day, by IP address
 * and by network (decision 023). A try is counted before it is compared, and given back when the code was
 * right or nothing was compared. Throws what `consumeCode` throws, `CODE_OTHER_BROWSER`, `RATE_LIMITED`,
 * `PROOF_OF_WORK_REQUIRED`, and `CODE_DEAD` after too many wrong codes today (the link in the same mail still
 * works).
 */
export async function consumeGuessedCode(
  deps: Dependencies,
  identifier: VerificationIdentifier,
  guess: CodeGuess,
): Promise<VerificationRequest> {
  const { caller, requestContext, subject, action, requesterSecrets } = guess;
  const hasRequested = requesterSecrets.some((secret) => isCodeRequestOf(secret, identifier));
  const ifNotRequested = () => new AppError(hasRequested ? 'CODE_INVALID' : 'CODE_OTHER_BROWSER');
  if (caller.kind !== 'unknown') {
    const request = await consumeCode(deps, identifier, { ...guess, ifNotRequested });
    if (request.byUnknownCaller) await deps.unknownCallers.confirm(action);
    return request;
  }
  const counts: RateCount[] = [
    ['code', 'ip', addressKey(requestContext.ip)],
    ['code', 'network', networkKey(requestContext.ip)],
    ['code', 'recipient', subject, 'CODE_DEAD'],
  ];
  await checkAll(deps, counts);
  await deps.rateLimits.consumeAll(counts, [
    await deps.unknownCallers.admit({ action: 'code', subject, requestContext }),
  ]);
  let isWrong = false;
  const onWrong = (request: VerificationRequest) => {
    isWrong = true;
    guess.onWrong?.(request);
  };
  let request: VerificationRequest;
  try {
    request = await consumeCode(deps, identifier, { ...guess, ifNotRequested, onWrong });
  } catch (error) {
    if (!isWrong) await deps.rateLimits.giveBackAll(counts);
    throw error;
  }
  const honest = await deps.unknownCallers.honestWrites('code', ...(request.byUnknownCaller ? [action] : []));
  await deps.rateLimits.giveBackAll(counts, honest);
  return request;
}
