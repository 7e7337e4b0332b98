import 'foyer-auth/react.css';
import './page.css';
import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { isFoyerError } from 'foyer-auth/next';
import { foyer } from '../foyer';
import { Account } from './account';

export const metadata: Metadata = { title: 'Foyer and Next' };

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <nav>
            <Link href="/">Home</Link> <Link href="/orders">Orders</Link>
          </nav>
          <Account session={await presentSession()} />
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** `undefined` while Foyer does not answer: `error.tsx` shows no error of this file, so the button asks in the browser. */
async function presentSession() {
  try {
    return await foyer.auth();
  } catch (error) {
    if (isFoyerError(error)) return undefined;
    throw error;
  }
}
