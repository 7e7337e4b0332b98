import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Brand, plainBrand } from '../../shared/brand.ts';
import { renderApp } from '../../testing/client/render-app.tsx';

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

test.each(['/sign-in', '/sign-up', '/account'])(
  '%s leads to the terms, the privacy policy and the help of the operator',
  async (address) => {
    using app = renderApp(address, {}, withLinks(LINKS));
    expect(linksIn(await app.findByRole('contentinfo'))).toEqual([
      ['Terms', LINKS.terms],
      ['Privacy', LINKS.privacy],
      ['Help', LINKS.support],
    ]);
  },
);

test('a page has only the links that the operator names', async () => {
  using app = renderApp('/sign-in', {}, withLinks({ privacy: LINKS.privacy }));
  const footer = await app.findByRole('contentinfo');
  expect(linksIn(footer)).toEqual([['Privacy', LINKS.privacy]]);
  expect(footer.textContent).not.toContain('·');
});

test('a page has no links where the operator names none', async () => {
  using app = renderApp('/sign-in');
  expect(linksIn(await app.findByRole('contentinfo'))).toEqual([]);
});
