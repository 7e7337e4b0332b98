import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { plainBrand, type Brand } from '../../shared/brand.ts';
import { aPasswordStatus, aProvider, aSession } from '../../testing/client/answers.ts';
import { renderApp, type Answers } from '../../testing/client/render-app.tsx';

const PROVIDERS = [aProvider('demo-one', 'Demo One'), aProvider('email', 'Email', 'email')];
const SIGNED_OUT: Answers = { session: { get: () => null }, providers: { list: () => PROVIDERS } };
const SIGNED_IN: Answers = {
  session: { get: () => aSession() },
  providers: { list: () => PROVIDERS },
  password: { get: () => aPasswordStatus() },
};
const LINKS = {
  terms: 'https://bank.example/terms',
  privacy: 'https://bank.example/privacy',
  support: 'mailto:help@bank.example',
};
const withLinks = (links: Brand['links']) => ({ page: { brand: { ...plainBrand(location.origin), links } } });
const linksIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole<HTMLAnchorElement>('link')
    .map(({ textContent, href }) => [textContent, href]);

test.each([
  ['/sign-in', SIGNED_OUT],
  ['/sign-up', SIGNED_OUT],
  ['/account', SIGNED_IN],
])('%s leads to the terms, the privacy policy and the help of the operator', async (address, answers) => {
  using _app = renderApp(address, answers, withLinks(LINKS));
  expect(linksIn(await screen.findByRole('contentinfo'))).toEqual([
    ['Terms', LINKS.terms],
    ['Privacy', LINKS.privacy],
    ['Help', LINKS.support],
  ]);
});

test('a page has only the links that the operator names', async () => {
  using _app = renderApp('/sign-in', SIGNED_OUT, withLinks({ privacy: LINKS.privacy }));
  const footer = await screen.findByRole('contentinfo');
  expect(linksIn(footer)).toEqual([['Privacy', LINKS.privacy]]);
  expect(footer.textContent).not.toContain('·');
});

test('a page has no links where the operator names none', async () => {
  using _app = renderApp('/sign-in', SIGNED_OUT);
  expect(linksIn(await screen.findByRole('contentinfo'))).toEqual([]);
});
