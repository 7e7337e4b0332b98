import { AccountButton, createFoyerClient, FoyerProvider, SignedIn, SignedOut } from 'foyer-auth/react';
import 'foyer-auth/react.css';
import { createRoot } from 'react-dom/client';
import { Invoices } from './invoices.js';
import { Orders } from './orders.js';
import { Payouts } from './payouts.js';

const client = createFoyerClient();
const root = document.querySelector('#app');
if (root)
  createRoot(root).render(
    <FoyerProvider client={client}>
      <AccountButton />
      <SignedIn>{({ user }) => <h1>Hello {user.name ?? user.email}</h1>}</SignedIn>
      <SignedOut>
        <h1>Hello, whoever you are</h1>
      </SignedOut>
    </FoyerProvider>,
  );

const page = document.querySelector('#page');
if (page)
  createRoot(page).render(
    <FoyerProvider client={client}>
      {location.pathname === '/invoices' ? (
        <Invoices />
      ) : (
        <>
          <SignedIn>
            <Payouts />
          </SignedIn>
          <Orders />
          <p>
            <a href="/invoices">Invoices</a>
          </p>
        </>
      )}
    </FoyerProvider>,
  );
