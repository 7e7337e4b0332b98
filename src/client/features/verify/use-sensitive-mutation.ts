import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toActionError, toClientError, type ClientError } from '../../errors.ts';
import { forgetKeptAction, type KeptInput, type KeptKind } from './sensitive-actions.ts';
import { useVerify } from './verify-context.ts';

/** The kinds of action that are kept with just this input. */
type KindOf<Input> = { [K in KeptKind]: Input extends KeptInput<K> ? K : never }[KeptKind];

interface SensitiveMutation<Input, Output> {
  readonly perform: (input: Input) => Promise<Output>;
  /** Under which kind it is kept while the person is away at a provider; `null` for what must not be written down. */
  readonly keep: KindOf<Input> | null;
  readonly onSuccess?: (output: Output, input: Input) => void;
  /** For every failure but a session that is not fresh, which is dealt with here. */
  readonly onError?: (failure: ClientError) => void;
  /** The dialog is about to open: the place to close another one. */
  readonly onVerify?: () => void;
}

/**
 * A mutation that needs a fresh session. When it is refused for want of one, "Verify it's you" opens, and afterwards the very same
 * thing is done again by itself: in place after a code, or on return from a provider.
 */
export function useSensitiveMutation<Input, Output>(options: SensitiveMutation<Input, Output>) {
  const { perform, keep, onSuccess, onError, onVerify } = options;
  const verify = useVerify();
  const origin = useRef<Element | null>(null);
  const { mutate, reset, error, isPending, isSuccess, submittedAt, variables } = useMutation({
    mutationFn: perform,
    ...(onSuccess && { onSuccess }),
    onError: (cause: unknown, input: Input) => {
      const failure = toActionError(cause);
      if (failure.code !== 'SESSION_NOT_FRESH') return onError?.(failure);
      onVerify?.();
      verify.ask({
        // `keep` names a kind whose input this is (`KindOf`), which the union of actions cannot express.
        action: keep === null ? null : ({ kind: keep, input } as Parameters<typeof verify.ask>[0]['action']),
        resume: () => run(input),
        origin: origin.current,
      });
    },
  });

  const run = (input: Input) => {
    // Now, since a button that is waiting for an answer loses the focus.
    origin.current = document.activeElement;
    // Whatever was being waited for before, this is what the person wants now.
    forgetKeptAction();
    mutate(input);
  };

  const { resumable, takeUp } = verify;
  useEffect(() => {
    if (keep === null || resumable?.kind !== keep) return;
    const action = takeUp();
    // Of this kind, therefore with this input.
    if (action) mutate(action.input as Input);
  }, [keep, resumable, takeUp, mutate]);

  const isStale = error !== null && toClientError(error).code === 'SESSION_NOT_FRESH';
  return {
    run,
    reset,
    failure: error !== null && !isStale ? toActionError(error) : null,
    /** Refused for want of a fresh session: the dialog is open, or was closed without verifying. */
    isStale,
    isPending,
    isSuccess,
    /** Milliseconds since 1970. */
    submittedAt,
    variables,
  };
}
