import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FocusEvent } from 'react';
import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';

/** After this time without a key, a complete address is looked up. Milliseconds. */
const PAUSE_MS = 800;

/** The domain of an address that looks complete, in lower case. The server checks it further. */
export function domainOf(email: string): string | null {
  const domain = /^[^\s@]+@((?:[a-z0-9-]+\.)+[a-z]{2,63})$/i.exec(email.trim())?.[1];
  return domain?.toLowerCase() ?? null;
}

interface FoundOrganisation {
  readonly found: DiscoveredProvider | null;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * The provider of the typed address's organisation. It is looked up in the background, once per domain, on blur or after a pause. Outdated
 * answers and failures are ignored.
 */
export function useOrganisation(email: string): FoundOrganisation {
  const { client } = trpc.useUtils();
  const domain = domainOf(email);
  const [requestedDomain, setRequestedDomain] = useState<string | null>(null);

  useEffect(() => {
    if (domain === null) return;
    const timer = setTimeout(setRequestedDomain, PAUSE_MS, domain);
    return () => clearTimeout(timer);
  }, [domain, email]);

  const query = useQuery({
    queryKey: ['organisation', domain],
    queryFn: ({ signal }) =>
      client.providers.discover.query({ email: email.trim() }, { context: SEPARATE_BATCH, signal }),
    enabled: domain !== null && domain === requestedDomain,
    retry: false,
    staleTime: Infinity,
  });
  return {
    found: (domain === requestedDomain && query.data) || null,
    onBlur: ({ relatedTarget }) => {
      // A new button would move the one that is being pressed.
      if (!(relatedTarget instanceof HTMLButtonElement)) setRequestedDomain(domain);
    },
  };
}
