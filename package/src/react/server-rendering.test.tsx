// @vitest-environment node -- a server has no `window`
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { aSession } from '../testing/session.ts';
import {
  AccountButton,
  createFoyerClient,
  FoyerProvider,
  FoyerUnavailable,
  Protect,
  SignedIn,
  SignedOut,
  type FoyerProviderProps,
} from '../react.ts';

function render(children: ReactNode, more: Omit<Partial<FoyerProviderProps>, 'children'> = {}): string {
  const client = createFoyerClient({ url: 'https://example.com' });
  return renderToString(
    <FoyerProvider client={client} queryClient={new QueryClient()} {...more}>
      {children}
    </FoyerProvider>,
  );
}

const ADA = aSession({ user: { name: 'Ada Lovelace' } });

it('AccountButton renders the session on a server without a window', () => {
  expect(typeof window).toBe('undefined');
  const button = <AccountButton />;
  expect(render(button, { initialSession: null })).toBe(
    '<a class="foyer-account__sign-in" href="https://example.com/sign-in">Sign in</a>',
  );
  expect(render(button, { initialSession: ADA })).toContain(
    '<span class="foyer-account__name">Ada Lovelace</span>',
  );
  expect(render(button)).toBe(
    '<span class="foyer-account foyer-account--unknown" aria-hidden="true"></span>',
  );
});

it('a session that the cache has already wins over the initial one', () => {
  const queryClient = new QueryClient();
  const signedIn = <SignedIn>In</SignedIn>;
  expect(render(signedIn, { queryClient, initialSession: ADA })).toBe('In');
  expect(render(signedIn, { queryClient, initialSession: null })).toBe('In');
});

it('the other parts render on a server', () => {
  const html = render(
    <>
      <SignedOut>Out</SignedOut>
      <FoyerUnavailable>Unavailable</FoyerUnavailable>
      <Protect fallback=" Denied ">Inside</Protect>
    </>,
    { initialSession: null },
  );
  expect(html).toMatch(/^Out(<!-- -->)? Denied $/);
});
