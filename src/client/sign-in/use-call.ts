import { useRef, useState } from 'react';
import { toActionError, type PageError } from '../errors.ts';
import { ERROR_TEXTS, loadTexts } from '../language/texts.ts';
import type { InputOf, OutputOf, ProcedureName } from '../call.ts';
import { useServices } from './services.ts';

interface CallOptions<Name extends ProcedureName> {
  readonly onStart?: (input: InputOf<Name>) => void;
  /** The call stays pending until the promise ends, so the button is busy until the next page is there. */
  readonly onSuccess?: (output: OutputOf<Name>, input: InputOf<Name>) => void | Promise<void>;
  readonly onFailure?: (failure: PageError) => void;
}

interface CallState<Name extends ProcedureName> {
  readonly input: InputOf<Name> | null;
  readonly output: OutputOf<Name> | null;
  readonly failure: PageError | null;
  readonly isPending: boolean;
  /** The call may still be pending, until the next page is there. */
  readonly isAccepted: boolean;
  /** In milliseconds since 1970; 0 before the first call. */
  readonly submittedAt: number;
}

/** The state has the names of React Query. */
export function useCall<Name extends ProcedureName>(name: Name, options: CallOptions<Name> = {}) {
  const services = useServices();
  const initialState: CallState<Name> = {
    input: null,
    output: null,
    failure: null,
    isPending: false,
    isAccepted: false,
    submittedAt: 0,
  };
  const [state, setState] = useState(initialState);
  const newest = useRef(0);

  const start = async (input: InputOf<Name>): Promise<void> => {
    const number = ++newest.current;
    const begun = { ...initialState, input, submittedAt: Date.now() };
    const finish = (result: Partial<CallState<Name>>) => {
      // A later call or a reset counts more than this answer.
      if (newest.current === number) setState({ ...begun, ...result });
    };
    setState({ ...begun, isPending: true });
    try {
      options.onStart?.(input);
      const output = await services().mutate(name, input);
      finish({ isPending: true, isAccepted: true });
      await options.onSuccess?.(output, input);
      finish({ output, isAccepted: true });
    } catch (error) {
      const failure = toActionError(error);
      // The notice needs the words of errors. If they cannot be loaded, the first page's words must do.
      await loadTexts(ERROR_TEXTS).catch(() => {});
      finish({ failure });
      if (newest.current === number) options.onFailure?.(failure);
    }
  };
  return {
    ...state,
    isSuccess: state.output !== null,
    start: (input: InputOf<Name>) => void start(input),
    reset: () => {
      newest.current++;
      setState(initialState);
    },
  };
}
