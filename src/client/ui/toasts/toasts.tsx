import { createContext, Suspense, useCallback, useContext, useState, type ReactNode } from 'react';
import type { PageTexts } from '../../../locales/texts.ts';
import { lazyPart } from '../../load-page.ts';

/** Loaded after the page, so that a screen reader knows the region before it has a toast. */
const ToastRegion = lazyPart(async () => (await import('../../later-parts.ts')).loadToastRegion());

export interface Toast {
  /** What was changed. A later toast of the subject replaces this one, so no undo overwrites a newer value. */
  readonly subject: string;
  readonly text: (texts: PageTexts) => string;
  readonly undo?: {
    /** Whether the server still has what was saved. Another tab or person may have changed it since. */
    readonly isCurrent: () => Promise<boolean>;
    /** An ordinary change. The page then reads its data again. */
    readonly run: () => Promise<unknown>;
  };
}

export interface ShownToast extends Toast {
  readonly key: number;
}

/** More would cover the page. */
const SHOWN = 3;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** A toast that replaces another has a new key, so it is announced, and its time begins again. */
export function nextKey(toasts: readonly ShownToast[]): number {
  return Math.max(0, ...toasts.map(({ key }) => key)) + 1;
}

/** Shows a toast. The focus stays where it is. */
export const useToast = () => useContext(ToastContext);

export function ToastsProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const show = useCallback(
    (toast: Toast) =>
      setToasts((last) => [
        ...last.filter(({ subject }) => subject !== toast.subject).slice(1 - SHOWN),
        { ...toast, key: nextKey(last) },
      ]),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      <Suspense>
        <ToastRegion toasts={toasts} setToasts={setToasts} />
      </Suspense>
    </ToastContext>
  );
}
