import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type Dispatch,
  type FocusEvent,
  type RefObject,
  type SetStateAction,
} from 'react';
import { toActionError } from '../../errors.ts';
import { useErrorWords } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../button.tsx';
import { CloseIcon } from '../icons.tsx';
import { CheckIcon, ProblemIcon } from '../notice-icons.tsx';
import classes from './toast-region.module.css';
import { nextKey, type ShownToast, type Toast } from './toasts.tsx';

/** WCAG 2.2.1 asks for time enough. The clock starts again after a pointer, the focus, a dialog or another tab. */
const WITH_UNDO_MS = 10_000;
const PLAIN_MS = 5000;
const REGION_KEY = 'F6';

interface ToastRegionProps {
  /** Oldest first. */
  readonly toasts: readonly ShownToast[];
  readonly setToasts: Dispatch<SetStateAction<readonly ShownToast[]>>;
}

/** At the end of the page, and of the Tab order. F6 leads to it from everywhere. */
export function ToastRegion({ toasts, setToasts }: ToastRegionProps) {
  const { toasts: texts } = useTexts();
  const queryClient = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const focus = useFocusReturn(box, toasts);
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const isCovered = useSyncExternalStore(onDialogs, hasDialog);
  const covered = useSyncExternalStore(onViewport, coveredHeight);
  const replace = (undone: ShownToast, text: Toast['text']) =>
    setToasts((last) =>
      last.map((toast) => (toast === undone ? { subject: toast.subject, text, key: nextKey(last) } : toast)),
    );
  const undo = useMutation({
    mutationFn: async ({ undo: change }: ShownToast) => {
      const isCurrent = (await change?.isCurrent()) === true;
      if (isCurrent) await change?.run();
      return isCurrent;
    },
    onSuccess: (isUndone, toast) => {
      replace(toast, (words) => (isUndone ? words.toasts.undone : words.toasts.changedSince));
    },
    // What failed may have changed something, too.
    onSettled: () => void queryClient.invalidateQueries(),
  });
  useRegionKey(box);
  return (
    <div
      ref={box}
      aria-live="polite"
      className={classes['region']}
      style={{ insetBlockEnd: covered }}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      {toasts.length > 0 && (
        <section aria-label={texts.label}>
          <ul className={classes['list']}>
            {toasts.map((toast) => (
              <ToastItem
                key={toast.key}
                toast={toast}
                isHeld={isPointedAt || focus.isInside || isHidden || isCovered || undo.isPending}
                isUndoing={undo.isPending && undo.variables === toast}
                failure={undo.variables === toast ? undo.error : null}
                onUndo={() => {
                  if (!undo.isPending) undo.mutate(toast);
                }}
                onClose={() => setToasts((last) => last.filter((each) => each !== toast))}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface ToastItemProps {
  readonly toast: ShownToast;
  /** The time of no toast runs. */
  readonly isHeld: boolean;
  readonly isUndoing: boolean;
  /** Why it could not be undone; `null` before. */
  readonly failure: Error | null;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

function ToastItem({ toast, isHeld, isUndoing, failure, onUndo, onClose }: ToastItemProps) {
  const words = useTexts();
  const errorWords = useErrorWords();
  const textId = useId();
  const hasFailed = failure !== null;
  const close = useEffectEvent(onClose);
  const time = toast.undo ? WITH_UNDO_MS : PLAIN_MS;
  useEffect(() => {
    // The person decides about what failed.
    if (isHeld || hasFailed) return;
    const timer = setTimeout(() => close(), time);
    return () => clearTimeout(timer);
  }, [isHeld, hasFailed, time]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the toast of the focused button
    <li
      className={classes['toast']}
      {...(hasFailed && { 'data-tone': 'problem' })}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <span className={classes['icon']}>{hasFailed ? <ProblemIcon /> : <CheckIcon />}</span>
      <p id={textId} className={classes['text']}>
        {toast.text(words)}
        {hasFailed && ` ${words.toasts.notUndone} ${errorWords(toActionError(failure)).message}`}
      </p>
      {toast.undo && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-describedby={textId}
          loading={isUndoing}
          onClick={onUndo}
        >
          {words.toasts.undo}
        </Button>
      )}
      <button type="button" aria-label={words.common.close} className={classes['close']} onClick={onClose}>
        <CloseIcon />
      </button>
    </li>
  );
}

/** When the focused toast goes, the focus returns to where it came from, or else to the title of the page. */
function useFocusReturn(box: RefObject<HTMLElement | null>, toasts: readonly ShownToast[]) {
  const [isInside, setInside] = useState(false);
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isInside || box.current?.contains(document.activeElement) === true) return;
    const place = before.current?.isConnected === true ? before.current : document.querySelector('h1');
    place?.focus();
    setInside(false);
  }, [box, isInside, toasts]);
  return {
    isInside,
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent) => {
      const isEntered = !currentTarget.contains(relatedTarget);
      if (isEntered) before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      setInside(true);
    },
    onBlur: ({ target, relatedTarget, currentTarget }: FocusEvent) => {
      // Where only the window lost the focus, the element still has it.
      if (document.activeElement !== target && !currentTarget.contains(relatedTarget)) setInside(false);
    },
  };
}

/** Focuses the newest toast. From inside, the key is the browser's own. */
function useRegionKey(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const button = box.current?.querySelector<HTMLElement>('li:last-child button');
      if (event.key !== REGION_KEY || !button || hasDialog()) return;
      if (box.current?.contains(document.activeElement) === true) return;
      button.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [box]);
}

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Nothing behind a dialog can be reached. Dialogs are children of the body. */
function onDialogs(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

const hasDialog = () => document.querySelector('dialog[open]') !== null;

function onViewport(changed: () => void): () => void {
  window.visualViewport?.addEventListener('resize', changed);
  window.visualViewport?.addEventListener('scroll', changed);
  return () => {
    window.visualViewport?.removeEventListener('resize', changed);
    window.visualViewport?.removeEventListener('scroll', changed);
  };
}

/** The height that a phone's keyboard covers, in pixels. */
function coveredHeight(): number {
  if (!window.visualViewport) return 0;
  const { height, offsetTop } = window.visualViewport;
  return Math.max(0, Math.round(innerHeight - height - offsetTop));
}
