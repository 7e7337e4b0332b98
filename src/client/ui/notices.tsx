import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  Fragment,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { PageTexts } from '../../locales/texts.ts';
import { useTexts } from '../language/texts.ts';
import { Notice } from './notice.tsx';
import { ToastsProvider } from './toasts/toasts.tsx';

/** Gets the words, so that a notice follows a change of the language. */
type RenderNotice = (texts: PageTexts) => ReactElement;

interface CurrentNotice {
  readonly place: object;
  readonly render: RenderNotice;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
  /** A notice that replaces another has a new key, so it takes the focus and is announced again. */
  readonly key: number;
}

interface Notices {
  readonly current: CurrentNotice | null;
  show(place: object, render: RenderNotice): void;
  /** Removes the notice of this place, if it is the current one. */
  clear(place: object): void;
}

const NoticesContext = createContext<Notices | null>(null);

/** A failed action removes an older notice, because the page then shows the failure. */
export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [current, setCurrent] = useState<CurrentNotice | null>(null);
  const show = useCallback((place: object, render: RenderNotice) => {
    setCurrent((last) => ({ place, render, shownAt: Date.now(), key: (last?.key ?? 0) + 1 }));
  }, []);
  const clear = useCallback((place: object) => {
    setCurrent((last) => (last?.place === place ? null : last));
  }, []);

  const mutations = useQueryClient().getMutationCache();
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { submittedAt } = event.mutation.state;
        setCurrent((last) => (last && last.shownAt <= submittedAt ? null : last));
      }),
    [mutations],
  );

  const notices = useMemo(() => ({ current, show, clear }), [current, show, clear]);
  return (
    <NoticesContext value={notices}>
      <ToastsProvider>{children}</ToastsProvider>
    </NoticesContext>
  );
}

interface NoticePlace {
  /** Set while this place has the current notice. */
  readonly notice: ReactNode;
  /** Shows a notice here, and removes that of any other place. */
  readonly show: (render: RenderNotice) => void;
  /** It takes the focus, because the pressed button may be gone. */
  readonly showSuccess: (textOf: (texts: PageTexts) => string) => void;
  readonly clear: () => void;
}

/** One place shows a notice at a time. It goes when its place goes, so a navigation removes it. */
export function useNotice(): NoticePlace {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('A notice needs a <NoticesProvider> around its page.');
  const { current, show, clear } = notices;
  const texts = useTexts();
  // Not `useId`: React gives the same id to the page that takes this one's position.
  const [place] = useState(() => ({}));
  const showHere = useCallback((render: RenderNotice) => show(place, render), [show, place]);
  const clearHere = useCallback(() => clear(place), [clear, place]);
  useEffect(() => clearHere, [clearHere]);
  const notice =
    current?.place === place ? <Fragment key={current.key}>{current.render(texts)}</Fragment> : null;
  const showSuccess: NoticePlace['showSuccess'] = (textOf) =>
    showHere((words) => (
      <Notice tone="success" takeFocus>
        <p>{textOf(words)}</p>
      </Notice>
    ));
  return { notice, show: showHere, showSuccess, clear: clearHere };
}
