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

/** Draws the notice. It gets the words, so that a notice follows a change of the language. */
type RenderNotice = (texts: PageTexts) => ReactElement;

interface CurrentNotice {
  readonly place: object;
  readonly render: RenderNotice;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
  /** A notice that replaces another takes the focus anew, and is announced, also with the same words. */
  readonly key: number;
}

interface Notices {
  readonly current: CurrentNotice | null;
  show(place: object, render: RenderNotice): void;
  /** Removes the notice of this place, if it is the current one. */
  clear(place: object): void;
}

const NoticesContext = createContext<Notices | null>(null);

/** Holds the one notice of the account pages. A failed action removes an older notice, because the page now shows the failure. */
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
  return <NoticesContext value={notices}>{children}</NoticesContext>;
}

interface NoticePlace {
  /** The notice, while this place has the current one. Put it where the notice should appear. */
  readonly notice: ReactNode;
  /** Shows a notice here, and removes the one that any other place shows. */
  readonly show: (render: RenderNotice) => void;
  readonly clear: () => void;
}

/**
 * A place on an account page where a notice can appear: one beside the list or form that it is about. Only one place shows a notice at a
 * time. The notice goes when its place does, so a navigation removes it.
 */
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
  return { notice, show: showHere, clear: clearHere };
}
