import type { PageError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useRetryWait } from '../ui/use-countdown.ts';

interface DenyLinkProps {
  readonly isPending: boolean;
  readonly failure: PageError | null;
  readonly disabled?: boolean;
  readonly onDeny: () => void;
}

/** "Don't connect". It removes the pending account. */
export function DenyLink({ isPending, failure, disabled = false, onDeny }: DenyLinkProps) {
  const { resumeLink: texts } = useTexts();
  const wait = useRetryWait(failure);
  return (
    <>
      {failure && <ErrorNotice error={failure} takeFocus />}
      <Button
        type="submit"
        name="way"
        value="deny"
        variant="default"
        size="md"
        fullWidth
        loading={isPending}
        disabled={disabled || wait > 0}
        onClick={onDeny}
      >
        {texts.deny}
      </Button>
    </>
  );
}
