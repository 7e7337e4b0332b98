// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { FoyerProvider } from 'foyer-auth/react';
import { fakeFoyer, type FakeFoyerOptions } from 'foyer-auth/testing';
import { afterEach, expect, test } from 'vitest';
import config from '../foyer.config.js';
import { Invoices } from './invoices.js';

afterEach(cleanup);

function show(options: FakeFoyerOptions) {
  const { client } = fakeFoyer({ config, ...options });
  render(
    <FoyerProvider client={client}>
      <Invoices />
    </FoyerProvider>,
  );
}

test('an accountant sees the invoices', async () => {
  show({ session: { roles: ['accountant'] } });
  expect(await screen.findByText('Invoice 7')).toBeTruthy();
});

test('a person without the role does not', async () => {
  show({ session: {} });
  expect(await screen.findByText('Only accountants see the invoices.')).toBeTruthy();
  expect(screen.queryByText('Invoice 7')).toBeNull();
});

test('somebody who is signed out gets a link to sign in', async () => {
  show({ session: null });
  const link = await screen.findByRole('link', { name: 'Sign in to see the invoices' });
  expect(link.getAttribute('href')).toMatch(/^\/sign-in\?callbackUrl=/);
});
