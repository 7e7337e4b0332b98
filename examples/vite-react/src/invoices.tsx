import { Protect, useFoyer } from 'foyer-auth/react';

/** A page for accountants. It only hides: your API protects the data by `requirePermission`. */
export function Invoices() {
  const { signInUrl } = useFoyer();
  return (
    <>
      <h2>Invoices</h2>
      <Protect
        permission="invoice:read"
        fallback={(missing) =>
          missing === 'session' ? (
            <a href={signInUrl()}>Sign in to see the invoices</a>
          ) : (
            <p>Only accountants see the invoices.</p>
          )
        }
      >
        <p>Invoice 7</p>
      </Protect>
    </>
  );
}
