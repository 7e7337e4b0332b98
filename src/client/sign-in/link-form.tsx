import type { FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { usePage } from './page-context.ts';
import type { useLinkCall } from './use-link-call.ts';

interface LinkFormProps {
  readonly call: Pick<ReturnType<typeof useLinkCall>, 'failure' | 'hasCalled' | 'isPending' | 'wait'>;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly label: string;
  readonly onSend: () => void;
}

/** Only this button acts, because mail scanners open links too. */
export function LinkForm({ call, fields, label, onSend }: LinkFormProps) {
  const { address, origin } = usePage();
  const { failure, hasCalled, isPending, wait } = call;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wait === 0 && !isPending) onSend();
  };
  return (
    <>
      {failure && <ErrorNotice error={failure} takeFocus={hasCalled} />}
      <form method="post" action={new URL(address, origin).pathname} onSubmit={submit}>
        {Object.entries(fields).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button type="submit" size="md" fullWidth loading={isPending} disabled={wait > 0}>
          {label}
        </Button>
      </form>
    </>
  );
}
