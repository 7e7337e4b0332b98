import { useEffect, useRef, useState, type FocusEvent } from 'react';
import type { DiscoveredProvider } from '../../../shared/schemas/providers.ts';
import { useServices } from '../services.ts';

/** Milliseconds without a key before a complete address is looked up. */
const PAUSE_MS = 800;
/** Milliseconds that the Enter key waits for the answer. */
const DECISION_MS = 2000;

/** The domain of an address that looks complete. The server checks it further. */
export function domainOf(email: string): string | null {
  const domain = /^[^\s@]+@((?:[a-z0-9-]+\.)+[a-z]{2,63})$/i.exec(email.trim())?.[1];
  return domain?.toLowerCase() ?? null;
}

interface Organisation {
  /** `null` while it is not known. */
  readonly found: DiscoveredProvider | null;
  /** For the Enter key: `null` also when the answer takes too long. */
  readonly decide: (email: string) => Promise<DiscoveredProvider | null>;
  readonly onBlur: (event: FocusEvent) => void;
}

/** Looked up once per domain, unless it fails: on blur, after a pause or for the Enter key. */
export function useOrganisation(email: string): Organisation {
  const services = useServices();
  const domain = domainOf(email);
  const [answers, setAnswers] = useState<ReadonlyMap<string, DiscoveredProvider | null>>(new Map());
  const lookUps = useRef(new Map<string, Promise<DiscoveredProvider | null>>());

  const lookUp = (address: string): Promise<DiscoveredProvider | null> => {
    const asked = domainOf(address);
    if (asked === null) return Promise.resolve(null);
    let answer = lookUps.current.get(asked);
    if (!answer) {
      answer = services()
        .query('providers.discover', { email: address.trim() })
        // The address stays usable, and is looked up again next time.
        .catch(() => {
          lookUps.current.delete(asked);
          return null;
        })
        .then((found) => {
          setAnswers((known) => new Map(known).set(asked, found));
          return found;
        });
      lookUps.current.set(asked, answer);
    }
    return answer;
  };
  useEffect(() => {
    const timer = setTimeout(() => void lookUp(email), PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `lookUp` is a new function on every render and does the same each time
  }, [email]);

  return {
    found: (domain !== null && answers.get(domain)) || null,
    decide: (address) => Promise.race([lookUp(address), nullAfter(DECISION_MS)]),
    onBlur: ({ relatedTarget }) => {
      // A new button would move the one that is being pressed.
      if (!(relatedTarget instanceof HTMLButtonElement)) void lookUp(email);
    },
  };
}

function nullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
