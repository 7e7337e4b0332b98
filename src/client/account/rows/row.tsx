import { useId, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../language/texts.ts';
import { useIsReadOnly } from '../../ui/page-state.ts';
import { Badge } from '../../ui/badge.tsx';
import classes from './rows.module.css';
import type { RowState } from './row-state.ts';

interface RowProps extends Omit<ComponentProps<'section'>, 'ref' | 'className'> {
  readonly label: string;
  /** For a row with an editor or with notices. */
  readonly row?: RowState;
  readonly actions?: ReactNode;
  /** Shown while the row is open. */
  readonly editor?: ReactNode;
  /** Called for Escape inside the editor. */
  readonly onCancel?: () => void;
  /** The editor was left with a draft, and has it when it is opened again. */
  readonly isUnsaved?: boolean;
  /** Why the last action failed, if the editor does not show it. */
  readonly problem?: ReactNode;
  readonly children?: ReactNode;
}

export function Row(props: RowProps) {
  const { label, row, actions, editor, onCancel, isUnsaved, problem, children, ...rest } = props;
  const texts = useTexts().profile;
  const labelId = useId();
  const isReadOnly = useIsReadOnly();
  const isOpen = row?.isOpen === true && !isReadOnly;
  const cancelByEscape = ({ key, target, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    // React also reports the keys of a dialog, which stands elsewhere in the document.
    if (
      key !== 'Escape' ||
      nativeEvent.isComposing ||
      !(target instanceof Element && currentTarget.contains(target))
    )
      return;
    // The first Escape closes an open list. A closed list stops the event, so this runs before the list.
    if (target.getAttribute('aria-expanded') !== 'true') onCancel?.();
  };
  return (
    <section {...rest} {...(row && { id: row.id })} aria-labelledby={labelId} className={classes['row']}>
      <h2 id={labelId} className={classes['label']}>
        {label}
      </h2>
      {children && (
        <div className={classes['value']}>
          {children}
          {isUnsaved && !isOpen && <Badge tone="plain">{texts.notSaved}</Badge>}
        </div>
      )}
      {actions && !isOpen && !isReadOnly && <div className={classes['actions']}>{actions}</div>}
      {isOpen && (
        <div role="presentation" className={classes['editor']} onKeyDownCapture={cancelByEscape}>
          {editor}
        </div>
      )}
      {problem && <div className={classes['below']}>{problem}</div>}
      {/* The element exists before the notice, so that a screen reader announces it. */}
      {row && (
        <div role="status" className={classes['below']}>
          {row.notice}
        </div>
      )}
    </section>
  );
}

interface RowSkeletonProps {
  readonly label: string;
  /** As high as a row with a picture. */
  readonly isTall?: boolean;
}

export function RowSkeleton({ label, isTall = false }: RowSkeletonProps) {
  const { common } = useTexts();
  return (
    <Row label={label}>
      <span role="status" aria-label={common.loading} className={classes[isTall ? 'round' : 'line']} />
    </Row>
  );
}

interface RowActionProps extends Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'aria-label'> {
  /** For screen readers, such as "Change name". It contains the visible word. */
  readonly label: string;
  /** The button opens the editor, and gets the focus back when the editor closes. */
  readonly isOpener?: boolean;
}

export function RowAction({ label, isOpener = false, ...props }: RowActionProps) {
  return <Button {...props} {...(isOpener && { 'data-opener': true })} variant="subtle" aria-label={label} />;
}
