import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toActionError, toPageError, type PageError } from '../../errors.ts';
import { clearStoredAction, type StoredInput, type StoredKind } from './sensitive-actions.ts';
import { useVerify } from './verify-context.ts';

type KindOf<Input> = { [K in StoredKind]: Input extends StoredInput<K> ? K : never }[StoredKind];

interface SensitiveMutation<Input, Output> {
  readonly perform: (input: Input) => Promise<Output>;
  /** `null` for an input with a secret, which must not be stored. */
  readonly storeAs: KindOf<Input> | null;
  readonly onSuccess?: (output: Output, input: Input) => void;
  /** Not called for a session that is not fresh or strong enough, which this hook handles. */
  readonly onError?: (failure: PageError) => void;
  /** Called before the dialog opens, to close another dialog. */
  readonly onVerify?: () => void;
}

/** "Verify it's you" opens for a session that is not fresh or strong enough. Then the call runs again. */
export function useSensitiveMutation<Input, Output>(options: SensitiveMutation<Input, Output>) {
  const { perform, storeAs, onSuccess, onError, onVerify } = options;
  const verify = useVerify();
  const { mutate, reset, error, isPending, isSuccess, submittedAt, variables } = useMutation({
    mutationFn: perform,
    ...(onSuccess && { onSuccess }),
    onError: (cause: unknown, input: Input) => {
      const failure = toActionError(cause);
      if (!asksToVerify(failure)) return onError?.(failure);
      onVerify?.();
      verify.ask({
        // `KindOf` guarantees that the kind fits the input. The union of actions cannot express that.
        action:
          storeAs === null ? null : ({ kind: storeAs, input } as Parameters<typeof verify.ask>[0]['action']),
        resume: () => run(input),
        needsSecondFactor: failure.code === 'SECOND_FACTOR_REQUIRED',
      });
    },
  });

  const run = (input: Input) => {
    // A new action replaces the stored one.
    clearStoredAction();
    mutate(input);
  };

  const { resumable, takeResumable } = verify;
  useEffect(() => {
    if (storeAs === null || resumable?.kind !== storeAs) return;
    const action = takeResumable();
    // The action has this kind, so it has this input.
    if (action) mutate(action.input as Input);
  }, [storeAs, resumable, takeResumable, mutate]);

  // The session was not fresh or strong enough: the dialog is open, or was closed without a verification.
  const isStale = error !== null && asksToVerify(toPageError(error));
  return {
    run,
    reset,
    failure: error !== null && !isStale ? toActionError(error) : null,
    isPending,
    isSuccess,
    /** Milliseconds since 1970. */
    submittedAt,
    variables,
  };
}

function asksToVerify({ code }: PageError): boolean {
  return code === 'SESSION_NOT_FRESH' || code === 'SECOND_FACTOR_REQUIRED';
}
