import { useState } from 'react';
import { useSensitiveMutation } from '../features/verify/use-sensitive-mutation.ts';

interface Action<Input, Output> {
  readonly perform: (input: Input) => Promise<Output>;
  readonly onSuccess: (output: Output, input: Input) => void;
}

/** "Verify it's you" takes the place of the action's dialog, which comes back if the action then fails. */
export function useAction<Input, Output>({ perform, onSuccess }: Action<Input, Output>) {
  const [isOpen, setOpen] = useState(false);
  const mutation = useSensitiveMutation<Input, Output>({
    perform,
    // A reason is not kept in the browser. After a provider flow the person does the action anew.
    storeAs: null,
    onVerify: () => setOpen(false),
    onSuccess: (output, input) => {
      setOpen(false);
      onSuccess(output, input);
    },
    onError: () => setOpen(true),
  });
  return {
    ...mutation,
    isOpen,
    open: () => {
      mutation.reset();
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
