import { toPageErrorOf, withoutRetryPromise } from '../errors.ts';
import { useRetryWait } from '../ui/use-countdown.ts';
import type { ProcedureName } from '../call.ts';
import { usePage } from './page-context.ts';
import { useCall } from './use-call.ts';

/** Before the first call, the failure is that of the form that was sent without the script. */
export function useLinkCall<Name extends ProcedureName>(...call: Parameters<typeof useCall<Name>>) {
  const { failedForm } = usePage();
  const { failure: callFailure, ...rest } = useCall(...call);
  const hasCalled = rest.submittedAt > 0;
  const failure =
    hasCalled || !failedForm ? callFailure : withoutRetryPromise(toPageErrorOf(failedForm.failure));
  return {
    ...rest,
    hasCalled,
    failure,
    /** Another try with this link cannot succeed. */
    isRefused: failure !== null && failure.code !== 'UNAVAILABLE' && failure.code !== 'RATE_LIMITED',
    /** Seconds until the person can try again. */
    wait: useRetryWait(failure),
  };
}
