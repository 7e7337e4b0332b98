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
            <Link href="/">Home</Link> <Link href="/orders">Orders</Link>{' '}
            <Link href="/invoices">Invoices</Link>
          </nav>
          <Account session={await presentSession()} />
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** `undefined` during an outage: `error.tsx` cannot show an error of a layout, so the browser asks again. */
async function presentSession() {
  try {
    return await foyer.auth();
  } catch (error) {
    if (isFoyerError(error)) return undefined;
    throw error;
  }
}
