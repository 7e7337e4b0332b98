import { useEffect, useState, type FocusEvent } from 'react';
import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { useServices } from '../services.ts';

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
  const services = useServices();
  const domain = domainOf(email);
  const [requested, setRequested] = useState<{ readonly domain: string; readonly email: string } | null>(
    null,
  );
  const [answers, setAnswers] = useState<ReadonlyMap<string, DiscoveredProvider | null>>(new Map());

  useEffect(() => {
    if (domain === null) return;
    const timer = setTimeout(setRequested, PAUSE_MS, { domain, email });
    return () => clearTimeout(timer);
  }, [domain, email]);

  const isKnown = requested !== null && answers.has(requested.domain);
  useEffect(() => {
    if (requested === null || isKnown) return;
    const aborter = new AbortController();
    services()
      .query('providers.discover', { email: requested.email.trim() }, aborter.signal)
      .then(
        (found) => setAnswers((known) => new Map(known).set(requested.domain, found)),
        // The address stays usable without it.
        () => {},
      );
    return () => aborter.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `services` is a new function on every render and does the same each time
  }, [requested?.domain, isKnown]);

  return {
    found: (requested !== null && domain === requested.domain && answers.get(domain)) || null,
    onBlur: ({ relatedTarget }) => {
      // A new button would move the one that is being pressed.
      if (domain !== null && !(relatedTarget instanceof HTMLButtonElement)) setRequested({ domain, email });
    },
  };
}
