import type { ReactNode } from 'react';
import type { PageTexts } from '../../../locales/texts.ts';

/** Gets the words, so that a notice follows a change of the language. */
export type RowNotice = (texts: PageTexts) => ReactNode;

export interface RowState {
  readonly id: string;
  readonly isOpen: boolean;
  /** Nothing in this row may then take the focus. */
  readonly isOtherOpen: boolean;
  readonly notice: ReactNode;
  readonly open: () => void;
  /** For an answer that comes later. Does nothing while the person is in another editor. */
  readonly openUnlessElsewhere: () => void;
  readonly openIfNoneIs: () => void;
  /** The focus returns to the button that opens it, unless the person has gone on elsewhere. */
  readonly close: (notice?: RowNotice) => void;
}
