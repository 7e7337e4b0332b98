import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Session } from '../client.ts';
import { aSession } from '../testing/session.ts';
import { createFoyerClient, FoyerProvider, SignedIn, SignedOut } from '../react.ts';
import { foyerKeys } from './keys.ts';

afterEach(() => cleanup());

const sessionOf = (name: string) => aSession({ user: { name } });

it('the session of a new rendering on the server replaces the one before, and an equal one changes nothing', async () => {
  const client = createFoyerClient({ fetch: () => Promise.reject(new Error('never called')) });
  const queryClient = new QueryClient();
  const page = (initialSession: Session | null) => (
    <FoyerProvider client={client} queryClient={queryClient} initialSession={initialSession}>
      <SignedIn>{({ user }) => <p>{user.name}</p>}</SignedIn>
      <SignedOut>
        <p>Out</p>
      </SignedOut>
    </FoyerProvider>
  );
  const { rerender } = render(page(sessionOf('Ada')));
  expect(screen.getByText('Ada')).toBeTruthy();
  rerender(page(sessionOf('Ada Lovelace')));
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
  rerender(page(null));
  expect(await screen.findByText('Out')).toBeTruthy();

  rerender(page(sessionOf('Ada')));
  expect(await screen.findByText('Ada')).toBeTruthy();
  queryClient.setQueryData(foyerKeys.session(client), sessionOf('Known in the browser'));
  expect(await screen.findByText('Known in the browser')).toBeTruthy();
  rerender(page(sessionOf('Ada')));
  expect(screen.getByText('Known in the browser')).toBeTruthy();
});
