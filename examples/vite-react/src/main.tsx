import { AccountButton, createFoyerClient, FoyerProvider, SignedIn, SignedOut } from 'foyer-auth/react';
import 'foyer-auth/react.css';
import { createRoot } from 'react-dom/client';
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

const payouts = document.querySelector('#payouts');
if (payouts)
  createRoot(payouts).render(
    <FoyerProvider client={client}>
      <SignedIn>
        <Payouts />
      </SignedIn>
      <Orders />
    </FoyerProvider>,
  );
