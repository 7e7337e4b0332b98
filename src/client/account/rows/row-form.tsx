import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../language/texts.ts';
import classes from './rows.module.css';

interface RowFormProps {
  /** Default: "Save". */
  readonly action?: string;
  readonly isPending: boolean;
  /** For as long as the server asks to wait. */
  readonly isDisabled: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function RowForm({ action, isPending, isDisabled, onSubmit, onCancel, children }: RowFormProps) {
  const { common } = useTexts();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {children}
      <RowButtons>
        <Button type="submit" loading={isPending} disabled={isDisabled}>
          {action ?? common.save}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      </RowButtons>
    </form>
  );
}

export function RowButtons({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className={classes['buttons']} onMouseDown={keepFocus}>
      {children}
    </div>
  );
}

/** Other ways to go on. */
export function RowLinks({ children }: { readonly children: ReactNode }) {
  return <div className={classes['links']}>{children}</div>;
}

/** If the field lost the focus, an error could move the button during the press, and no click fires. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
