import { useState } from 'react';
import type { PageError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RowState } from './row-state.ts';

interface RowFailureProps {
  readonly row: RowState;
  readonly error: PageError;
}

/** Takes the focus when it appears, unless the editor of another row is open. */
export function RowFailure({ row, error }: RowFailureProps) {
  // Decided once: the notice must not take the focus when the other editor closes.
  const [takeFocus] = useState(!row.isOtherOpen);
  return <ErrorNotice error={error} takeFocus={takeFocus} />;
}

/** For a row that is saved again when the connection is back (`useDraftRow`). */
export function DraftFailure({ row, error }: RowFailureProps) {
  const texts = useTexts().profile;
  if (error.wording !== 'offline') return <RowFailure row={row} error={error} />;
  return (
    <Notice tone="calm" title={texts.notSavedYet}>
      <p>{texts.savedWhenOnline}</p>
    </Notice>
  );
}
