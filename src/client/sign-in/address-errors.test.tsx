import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderApp } from '../../testing/client/render-app.tsx';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';

const REQUEST_ID = '123e4567-e89b-42d3-a456-426614174000';
/** Of our catalogue and of Auth.js, with and without a place on the page, and those of `NEUTRAL`. */
const CODES = ['OAuthSignin', 'CODE_INVALID', 'INTERNAL', 'SessionRequired', 'SESSION_NOT_FRESH'] as const;
const SERVER_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].status >= 500);
/** Nobody did anything wrong. */
const NEUTRAL: ReadonlySet<string> = new Set(['SessionRequired', 'SESSION_NOT_FRESH']);
const ANOTHER_ACCOUNT = /(another|different) account|ander(e[smn]?) Konto/i;

/** The words in an element, without those behind "Details". */
function plainWordsOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const details of copy.querySelectorAll('details')) details.remove();
  return copy.textContent;
}

function noticeOf({ container }: { readonly container: HTMLElement }): HTMLElement {
  const notice = container.querySelector<HTMLElement>('[data-tone]');
  if (!notice) throw new Error('the page has no notice');
  return notice;
}

describe.each(CODES)('%s', (code) => {
  test('on the sign-in page stands behind "Details", or nowhere where nobody did anything wrong', async () => {
    using app = renderApp(`/sign-in?error=${code}&requestId=${REQUEST_ID}`);
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    const notice = noticeOf(app);
    expect(plainWordsOf(notice)).not.toContain(code);
    expect(plainWordsOf(notice)).not.toContain(REQUEST_ID);
    expect(notice.role).toBe(NEUTRAL.has(code) ? 'status' : 'alert');
    expect(within(notice).queryAllByText(`Code: ${code} · Request: ${REQUEST_ID}`)).toHaveLength(
      NEUTRAL.has(code) ? 0 : 1,
    );
  });

  test('on the error page stands behind "Details"', async () => {
    using app = renderApp(`/error?error=${code}&requestId=${REQUEST_ID}`);
    await screen.findByRole('heading', { level: 1, name: ERRORS[code].title });
    const main = within(app.container).getByRole('main');
    expect(plainWordsOf(main)).not.toContain(code);
    expect(within(main).getByText(`Code: ${code} · Request: ${REQUEST_ID}`).closest('details')?.open).toBe(
      false,
    );
  });
});

test.each(
  SERVER_CODES.flatMap((code) =>
    (['en', 'de'] as const).flatMap((locale) => [
      [`/sign-in?error=${code}`, locale] as const,
      [`/error?error=${code}`, locale] as const,
    ]),
  ),
)('%s does not advise another account (%s)', async (address, locale) => {
  using app = renderApp(address, {}, { locale });
  await screen.findByRole('heading', { level: 1 });
  expect(plainWordsOf(within(app.container).getByRole('main'))).not.toMatch(ANOTHER_ACCOUNT);
});

test('claims no outage that may be over', async () => {
  using app = renderApp('/sign-in?error=UNAVAILABLE');
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(plainWordsOf(noticeOf(app))).toBe(
    'That did not workThe service could not answer a moment ago. Try again. ',
  );
});

test('says calmly that the sign-in at the provider was cancelled', async () => {
  using app = renderApp(`/sign-in?error=OAuthCallback&cancelled=true&requestId=${REQUEST_ID}`);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  const notice = noticeOf(app);
  expect([notice.role, notice.textContent]).toEqual([
    'status',
    'The sign-in at the provider was cancelled. Nothing was changed.',
  ]);
});

test.each(['Verification', 'INTERNAL'])('does not hide %s behind a word in the address', async (code) => {
  using app = renderApp(`/sign-in?error=${code}&cancelled=true`);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(noticeOf(app).role).toBe('alert');
});
