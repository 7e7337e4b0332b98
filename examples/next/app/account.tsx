'use client';

import { AccountButton, createFoyerClient, FoyerProvider, type FoyerProviderProps } from 'foyer-auth/react';
import { useRouter } from 'next/navigation';

const client = createFoyerClient();

/** The account button. After a sign-out the server renders the page again with the new `session`. */
export function Account({ session }: { readonly session: FoyerProviderProps['initialSession'] }) {
  const router = useRouter();
  return (
    <FoyerProvider client={client} initialSession={session}>
      <AccountButton onSignedOut={() => router.refresh()} />
    </FoyerProvider>
  );
}
