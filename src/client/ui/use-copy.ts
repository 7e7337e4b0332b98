import { useEffect, useState } from 'react';

const COPIED_MS = 4000;

/** `onRefused`: without HTTPS or permission there is no clipboard. */
export function useCopy(text: string, onRefused?: () => void) {
  const [outcome, setOutcome] = useState<'copied' | 'not-copied' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('not-copied');
      onRefused?.();
    }
  };
  return { outcome, copy };
}
