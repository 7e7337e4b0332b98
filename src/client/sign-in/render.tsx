import { setBasePath } from '../base-path.ts';
import { renderToString } from 'react-dom/server';
import type { ComponentType } from 'react';
import type { PageTexts } from '../../locales/texts.ts';
import type { Brand } from '../../shared/brand.ts';
import type { Locale } from '../../shared/locale.ts';
import type { RenderedPageName, RenderSignedOutPage } from '../../shared/signed-out-page.ts';
import { belowBase } from '../../shared/base-path.ts';
import { overrideWords } from '../../shared/word-overrides.ts';
import { AccountSample } from '../pages/account-sample.tsx';
import { LoadingPage } from '../pages/loading-page.tsx';
import { TitleContext } from '../ui/page-heading.tsx';
import { NeedsScriptPage } from './needs-script.tsx';
import { pages as mailedLinks } from './page-sets/mailed-links.ts';
import { pages as pendingLink } from './page-sets/pending-link.ts';
import { pages as phonePages } from './page-sets/phone.ts';
import { pages as publicPages } from './page-sets/public.ts';
import { pages as resetPassword } from './page-sets/reset-password.ts';
import { pages as secondFactor } from './page-sets/second-factor.ts';
import { pages as signedOut } from './page-sets/signed-out.ts';
import { usePage } from './page-context.ts';
import { SignInPage } from './sign-in.tsx';
import { SignedOutApp } from './signed-out-app.tsx';

/** The server has all pages at once, with the one for browsers without script. */
const PAGES: Readonly<Record<RenderedPageName, ComponentType>> = {
  'sign-in': SignInPage,
  ...signedOut,
  ...pendingLink,
  ...mailedLinks,
  ...resetPassword,
  ...phonePages,
  ...secondFactor,
  ...publicPages,
  'needs-script': NeedsScriptPage,
  loading: Loading,
  'account-sample': AccountSample,
};

function Loading() {
  const page = usePage();
  return page.isSignedIn && <LoadingPage path={belowBase(page, page.address) ?? ''} />;
}

const FILES = import.meta.glob<Readonly<Record<string, Partial<PageTexts>>>>(
  './*/pages/{first-page,signed-out-pages,pending-link-pages,mailed-link-pages,phone-pages,second-step-pages,errors-and-notices,application-pages,console-pages}.ts',
  { base: '../../locales', eager: true },
);

/** With the operator's words. The files hold all areas (`locales/texts.ts`). */
function textsOf(locale: Locale, { words }: Brand): PageTexts {
  const files = Object.entries(FILES).filter(([name]) => name.startsWith(`./${locale}/`));
  const texts = Object.assign({}, ...files.flatMap(([, file]) => Object.values(file))) as PageTexts;
  return overrideWords(texts, words?.[locale], locale);
}

/** The browser takes exactly this markup over (`start-signed-out-pages.tsx`). */
export const renderSignedOutPage: RenderSignedOutPage = (page) => {
  const { locale, name, basePath } = page;
  setBasePath(basePath);
  let title = '';
  const markup = renderToString(
    <TitleContext
      value={(heading) => {
        title = `${heading} · ${page.brand.name}`;
      }}
    >
      <SignedOutApp
        first={page}
        FirstPage={PAGES[name]}
        spoken={{ locale, texts: textsOf(locale, page.brand) }}
        keepLocale={() => {}}
        services={null}
      />
    </TitleContext>,
  );
  return { title, markup };
};
