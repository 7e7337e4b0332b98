import { renderToString } from 'react-dom/server';
import type { ComponentType } from 'react';
import type {
  FirstPageTexts,
  LaterPagesTexts,
  MailedLinkPagesTexts,
  PageTexts,
  SignedOutPagesTexts,
} from '../../locales/texts.ts';
import type { Locale } from '../../shared/locale.ts';
import type { RenderSignedOutPage, SignedOutPageName } from '../../shared/signed-out-page.ts';
import { TitleContext } from '../ui/page-heading.tsx';
import { AccountExistsPage } from './account-exists.tsx';
import { CheckEmailPage } from './check-email.tsx';
import { ConfirmAddressPage } from './confirm-address.tsx';
import { ConfirmEmailPage } from './confirm-email.tsx';
import { ConfirmPage } from './confirm.tsx';
import { ForgotPasswordPage } from './forgot-password.tsx';
import { ResetPasswordPage } from './reset-password.tsx';
import { SignInPage } from './sign-in.tsx';
import { SignUpPage } from './sign-up.tsx';
import { SignedOutApp } from './signed-out-app.tsx';
import { UndoEmailPage } from './undo-email.tsx';

/** The same pages as in `pages.ts`. The server has them all at once. */
const PAGES: Readonly<Record<SignedOutPageName, ComponentType>> = {
  'sign-in': SignInPage,
  'sign-up': SignUpPage,
  'forgot-password': ForgotPasswordPage,
  'check-email': CheckEmailPage,
  'account-exists': AccountExistsPage,
  'confirm-address': ConfirmAddressPage,
  confirm: ConfirmPage,
  'reset-password': ResetPasswordPage,
  'confirm-email': ConfirmEmailPage,
  'undo-email': UndoEmailPage,
};

interface WordsFile {
  readonly firstPage?: FirstPageTexts;
  readonly signedOutPages?: SignedOutPagesTexts;
  readonly mailedLinkPages?: MailedLinkPagesTexts;
  readonly laterPages?: LaterPagesTexts;
}

const FILES = import.meta.glob<WordsFile>(
  './*/pages/{first-page,signed-out-pages,mailed-link-pages,later-pages}.ts',
  { base: '../../locales', eager: true },
);

function textsOf(locale: Locale): PageTexts {
  const wordsOf = (name: string) => FILES[`./${locale}/pages/${name}.ts`];
  const firstPage = wordsOf('first-page')?.firstPage;
  const signedOutPages = wordsOf('signed-out-pages')?.signedOutPages;
  const mailedLinkPages = wordsOf('mailed-link-pages')?.mailedLinkPages;
  const laterPages = wordsOf('later-pages')?.laterPages;
  if (!firstPage || !signedOutPages || !mailedLinkPages || !laterPages)
    throw new Error(`Words are missing in ${locale}.`);
  return { ...firstPage, ...signedOutPages, ...mailedLinkPages, ...laterPages };
}

/** Renders a signed-out page for the server. The browser takes exactly this markup over (`start-signed-out-pages.tsx`). */
export const renderSignedOutPage: RenderSignedOutPage = (page) => {
  const { locale, name } = page;
  let title = '';
  const markup = renderToString(
    <TitleContext
      value={(heading) => {
        title = `${heading} · ${new URL(page.origin).host}`;
      }}
    >
      <SignedOutApp
        first={page}
        FirstPage={PAGES[name]}
        spoken={{ locale, texts: textsOf(locale) }}
        keepLocale={() => {}}
        services={null}
      />
    </TitleContext>,
  );
  return { title, markup };
};
