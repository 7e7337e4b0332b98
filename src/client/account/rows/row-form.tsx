import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../language/texts.ts';
import classes from './rows.module.css';

interface RowFormProps {
  /** The label of the first button. The default is "Save". */
  readonly action?: string;
  readonly isPending: boolean;
  /** For as long as the server asks to wait. */
  readonly isDisabled: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** The form in an open row, with its two buttons. */
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

/** The buttons below the fields. */
export function RowButtons({ children }: { readonly children: ReactNode }) {
  return (
    <div role="presentation" className={classes['buttons']} onMouseDown={keepFocus}>
      {children}
    </div>
  );
}

/** Text links below the form: other ways to go on. */
export function RowLinks({ children }: { readonly children: ReactNode }) {
  return <div className={classes['links']}>{children}</div>;
}

/**
 * A press leaves the focus in the field. If the field lost it, an error could appear below the field and move the button away before the press
 * ends, and then the browser fires no click.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
