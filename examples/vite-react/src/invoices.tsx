import { Protect, useFoyer } from 'foyer-auth/react';

/** A page for accountants. It only hides: your API protects the data by `requirePermission`. */
export function Invoices() {
  const { signInUrl } = useFoyer();
  const signIn = <a href={signInUrl()}>Sign in to see the invoices</a>;
  const refusal = <p>Only accountants see the invoices.</p>;
  return (
    <>
      <h2>Invoices</h2>
      <Protect permission="invoice:read" fallback={(missing) => (missing === 'session' ? signIn : refusal)}>
        <p>Invoice 7</p>
      </Protect>
    </>
  );
}
