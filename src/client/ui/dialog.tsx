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

/** It opens on its first field, or else on its first button, which must be the one that changes nothing. */
export function Dialog({ opened, ...props }: DialogProps) {
  // Rendered outside the opener's tree, which may be a form.
  return opened ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({ title, onClose, children }: Omit<DialogProps, 'opened'>) {
  const { common } = useTexts();
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isPressedOutside = useRef(false);

  useLayoutEffect(() => {
    const dialog = box.current;
    const unlockScroll = lockScroll();
    dialog?.showModal();
    const stopWaiting = focusContent(heading.current, body.current);
    return () => {
      stopWaiting();
      // Only `close` returns the focus, so it comes before the removal.
      dialog?.close();
      unlockScroll();
      // The opener may have been removed meanwhile. Another dialog or a notice may take the focus first.
      setTimeout(focusPageIfLost);
    };
  }, []);

  // The `cancel` event of a file input also bubbles here.
  const cancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  // Outside of the inner box is the backdrop. A text selection that ends there must not close the dialog.
  const press = (event: MouseEvent) => {
    isPressedOutside.current = event.target === event.currentTarget;
  };
  const click = (event: MouseEvent) => {
    if (isPressedOutside.current && event.target === event.currentTarget) onClose();
  };
  // Otherwise browsers focus their own buttons after the last element, and a screen reader follows.
  const wrapFocus = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Tab') return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
      (stop) => stop.tabIndex >= 0 && stop.getClientRects().length > 0,
    );
    const [lastStop, nextStop] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== lastStop) return;
    event.preventDefault();
    nextStop?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keyboard closes the dialog by Escape, which fires `cancel`
    <dialog
      ref={box}
      aria-labelledby={titleId}
      className={classes['dialog']}
      onCancel={cancel}
      // Some browsers close the dialog at the second Escape, although the first `cancel` was prevented.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={wrapFocus}
      onMouseDown={press}
      onClick={click}
    >
      <div>
        <div className={classes['top']}>
          <h2 ref={heading} id={titleId} tabIndex={-1} className={classes['title']}>
            {title}
          </h2>
          <button type="button" aria-label={common.close} className={classes['close']} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <div ref={body} className={classes['body']}>
          {children}
        </div>
      </div>
    </dialog>
  );
}

/** Elements that the Tab key can reach. */
const STOPS =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]';

const FIELDS =
  'input:enabled:not([hidden], [type="file"], [tabindex="-1"]), select:enabled, textarea:enabled, [tabindex="0"]';

/** Content that is still loading gets the focus when it appears. The returned function stops that. */
function focusContent(heading: HTMLElement | null, body: HTMLElement | null): () => void {
  heading?.focus();
  const focusFirst = () => {
    if (document.activeElement !== heading) return;
    const first = body?.querySelector<HTMLElement>(FIELDS) ?? body?.querySelector<HTMLElement>(STOPS);
    first?.focus();
  };
  focusFirst();
  const observer = new MutationObserver(focusFirst);
  if (body) observer.observe(body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusPageIfLost(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus();
}

/** Also stops the page from moving when its scroll bar disappears. */
function lockScroll(): () => void {
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
