import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FocusEvent } from 'react';
import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { SEPARATE_BATCH, trpc } from '../../trpc.ts';

/** Milliseconds without a key after which a whole address is taken for finished. */
const PAUSE_MS = 800;

/** The domain of an address that looks whole, in lower case. What it lets through the server checks. */
export function domainOf(email: string): string | null {
  const domain = /^[^\s@]+@((?:[a-z0-9-]+\.)+[a-z]{2,63})$/i.exec(email.trim())?.[1];
  return domain?.toLowerCase() ?? null;
}

interface FoundOrganisation {
  readonly found: DiscoveredProvider | null;
  readonly onLeave: (event: FocusEvent) => void;
}

/**
 * The provider that the typed address's organisation signs its people in with. It is asked for behind the scenes, once a domain, when
 * the person leaves the field or rests; of an address that changes meanwhile, and of failures, nothing is seen.
 */
export function useOrganisation(email: string): FoundOrganisation {
  const { client } = trpc.useUtils();
  const domain = domainOf(email);
  const [asked, setAsked] = useState<string | null>(null);

  useEffect(() => {
    if (domain === null) return;
    const timer = setTimeout(setAsked, PAUSE_MS, domain);
    return () => clearTimeout(timer);
  }, [domain, email]);

  const query = useQuery({
    queryKey: ['organisation', domain],
    queryFn: ({ signal }) =>
      client.providers.discover.query({ email: email.trim() }, { context: SEPARATE_BATCH, signal }),
    enabled: domain !== null && domain === asked,
    retry: false,
    staleTime: Infinity,
  });
  return {
    found: (domain === asked && query.data) || null,
    onLeave: ({ relatedTarget }) => {
      // Whoever is pressing a button has decided, and it must not move away from under the pointer.
      if (!(relatedTarget instanceof HTMLButtonElement)) setAsked(domain);
    },
  };
}
