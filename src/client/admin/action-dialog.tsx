import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { REASON_MAX_LENGTH } from '../../shared/limits.ts';
import type { PageError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useRetryWait } from '../ui/use-countdown.ts';
import classes from './admin.module.css';

interface ActionDialogProps {
  /** The state of `useAction`. */
  readonly action: {
    readonly isOpen: boolean;
    readonly close: () => void;
    readonly isPending: boolean;
    readonly failure: PageError | null;
  };
  readonly title: string;
  /** What the action does. */
  readonly meaning?: string;
  readonly submit: string;
  readonly isDangerous?: boolean;
  /** `read`: the person reads the reason, so it must be given. `kept`: only the audit log has it. */
  readonly reason: 'read' | 'kept' | 'none';
  /** Not called while the reason is missing. */
  readonly onSubmit: (reason: string) => void;
  readonly children?: ReactNode;
}

export function ActionDialog({ action, title, ...props }: ActionDialogProps) {
  return (
    <Dialog opened={action.isOpen} title={title} onClose={action.close}>
      <ActionForm action={action} {...props} />
    </Dialog>
  );
}

function ActionForm(props: Omit<ActionDialogProps, 'title'>) {
  const { action, meaning, submit, isDangerous = false, reason, onSubmit, children } = props;
  const { adminConsole: texts, common } = useTexts();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wait = useRetryWait(action.failure);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0 || action.isPending) return;
    const isRefused = reason === 'read' && typed.trim() === '';
    setMissing(isRefused);
    if (isRefused) field.current?.focus();
    else onSubmit(typed.trim());
  };
  const reasonField = (
    <TextField
      ref={field}
      label={texts.reason}
      description={reason === 'read' ? texts.reasonIsRead : texts.reasonIsKept}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setMissing(false);
      }}
      error={isMissing && texts.reasonMissing}
      maxLength={REASON_MAX_LENGTH}
      autoComplete="off"
    />
  );
  return (
    <form className={classes['form']} onSubmit={send} noValidate>
      {meaning !== undefined && <p>{meaning}</p>}
      {action.failure && <ErrorNotice error={action.failure} takeFocus />}
      {/* The field that must be filled comes first, and has the focus. */}
      {reason === 'read' && reasonField}
      {children}
      {reason === 'kept' && reasonField}
      <DialogButtons>
        <Button variant="default" onClick={action.close}>
          {common.cancel}
        </Button>
        <Button type="submit" isDangerous={isDangerous} loading={action.isPending} disabled={wait > 0}>
          {submit}
        </Button>
      </DialogButtons>
    </form>
  );
}
