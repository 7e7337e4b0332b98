import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import type { Locale } from '../../shared/locale.ts';
import type { RenderedPageName, SignedOutPage } from '../../shared/signed-out-page.ts';
import { SignedInContext, PathContext } from '../ui/page-state.ts';
import { LanguageProvider } from '../language/language-provider.tsx';
import { ERROR_TEXTS, loadTexts, type Spoken } from '../language/texts.ts';
import { BrandContext } from '../ui/brand.ts';
import { HeadingFocusContext } from '../ui/page-heading.tsx';
import { PlaceContext, type OpenPage, type PlaceState } from './page-context.ts';
import { loadPage, pageNameOf } from './pages.ts';
import { ServicesContext, type Services } from './services.ts';

interface SignedOutAppProps {
  readonly first: SignedOutPage<RenderedPageName>;
  readonly FirstPage: ComponentType;
  readonly spoken: Spoken;
  /** Stores the language for this browser's next visits. */
  readonly keepLocale: (locale: Locale) => void;
  readonly services: Services | null;
}

interface Shown {
  readonly page: SignedOutPage<RenderedPageName>;
  readonly Page: ComponentType;
  readonly state: PlaceState;
}

/** The server renders the first page. The others need only what it has said, so they need no page load. */
export function SignedOutApp({ first, FirstPage, spoken, keepLocale, services }: SignedOutAppProps) {
  const [shown, setShown] = useState<Shown>({ page: first, Page: FirstPage, state: NO_STATE });
  const pageWasShown = useRef(false);
  const newestOpening = useRef(0);

  const show = useCallback(
    async (address: string, state: PlaceState, changeHistory: () => void) => {
      const name = pageNameOf(address);
      if (name === undefined) throw new Error(`${address} is no signed-out page`);
      const opening = ++newestOpening.current;
      // The server's markup says whether a first page needs the words of errors. Nothing says it of this one.
      const [Page] = await Promise.all([loadPage(name), loadTexts(ERROR_TEXTS)]);
      // Another page was opened meanwhile.
      if (opening !== newestOpening.current) return;
      changeHistory();
      const page = { ...first, name, address, pendingLink: null, failedForm: null, completedForm: null };
      setShown({ page, Page, state });
      window.scrollTo(0, 0);
    },
    [first],
  );
  const open = useCallback<OpenPage>(
    async (address, { replace = false, state = NO_STATE } = {}) => {
      const change = replace ? 'replaceState' : 'pushState';
      try {
        await show(address, state, () => history[change](state, '', address));
      } catch {
        services?.openUrl(address);
        // What is busy stays so until the browser has left.
        await new Promise(() => {});
      }
    },
    [show, services],
  );
  useEffect(() => {
    // After a reload, the browser still has the state of the entry.
    const { state } = history as { state: PlaceState | null };
    if (state) setShown((last) => ({ ...last, state }));
    const onPopState = (event: PopStateEvent) => {
      const address = location.pathname + location.search;
      show(address, (event.state as PlaceState | null) ?? NO_STATE, () => {}).catch(() => location.reload());
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [show]);

  const { page, Page, state } = shown;
  const keepState = useCallback((changed: PlaceState) => {
    history.replaceState(changed, '');
    setShown((last) => ({ ...last, state: changed }));
  }, []);
  const place = useMemo(() => ({ page, state, open, keepState }), [page, state, open, keepState]);
  return (
    <ServicesContext value={services}>
      <LanguageProvider first={spoken} keep={keepLocale}>
        <BrandContext value={page.brand}>
          <PathContext value={page.address}>
            <SignedInContext value={page.isSignedIn}>
              <HeadingFocusContext value={pageWasShown}>
                <PlaceContext value={place}>
                  <Page key={page.address} />
                </PlaceContext>
              </HeadingFocusContext>
            </SignedInContext>
          </PathContext>
        </BrandContext>
      </LanguageProvider>
    </ServicesContext>
  );
}

const NO_STATE: PlaceState = {};
