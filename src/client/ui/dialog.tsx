import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import classes from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { useTexts } from '../language/texts.ts';

interface DialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog: it holds the focus, closes by Escape, and gives the focus back to where it was. */
export function Dialog({ opened, ...props }: DialogProps) {
  // Outside the tree of whatever opens it, which may be a form.
  return opened ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({ title, onClose, children }: Omit<DialogProps, 'opened'>) {
  const { common } = useTexts();
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);

  useLayoutEffect(() => {
    const dialog = box.current;
    const release = holdScroll();
    dialog?.showModal();
    return () => {
      // Before it leaves the document: only closing gives the focus back.
      dialog?.close();
      release();
    };
  }, []);

  // A file input's `cancel` comes by here, too.
  const cancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  // What is not in the box inside is the backdrop; whoever marks text and lets go there has not asked to leave.
  const press = (event: MouseEvent) => {
    isPressedOutside.current = event.target === event.currentTarget;
  };
  const click = (event: MouseEvent) => {
    if (isPressedOutside.current && event.target === event.currentTarget) onClose();
  };
  // Left to itself the browser goes on to its own buttons behind the last stop, and a screen reader with it.
  const goRound = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Tab') return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.getClientRects().length > 0,
    );
    const [leaving, arriving] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== leaving) return;
    event.preventDefault();
    arriving?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what a press outside does Escape does too, and comes as `cancel`
    <dialog
      ref={box}
      aria-labelledby={titleId}
      className={classes['dialog']}
      onCancel={cancel}
      // Some browsers close it at the second Escape whatever is said to the first.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={goRound}
      onMouseDown={press}
      onClick={click}
    >
      <div className={classes['box']}>
        <div className={classes['top']}>
          <h2 id={titleId} className={classes['title']}>
            {title}
          </h2>
          <button type="button" aria-label={common.close} className={classes['close']} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <div className={classes['body']}>{children}</div>
      </div>
    </dialog>
  );
}

/** What the Tab key stops at. */
const STOPS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

/** Keeps the page behind from scrolling, and from jumping aside when its scroll bar goes. */
function holdScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingInlineEnd } = style;
  style.paddingInlineEnd = `${innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
  return () => {
    style.overflow = overflow;
    style.paddingInlineEnd = paddingInlineEnd;
  };
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes['buttons']}>{children}</div>;
}
