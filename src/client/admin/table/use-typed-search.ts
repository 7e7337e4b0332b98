import { useEffect, useEffectEvent, useState } from 'react';

/** Short enough to feel immediate, and long enough for one request a word. */
const PAUSE_MS = 200;

/** `search` is what is searched for, such as in the address. It follows the text after a short pause. */
export function useTypedSearch(search: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  /** What this field has sent last, or has taken over from the address. */
  const [sent, setSent] = useState(search);
  const [last, setLast] = useState(search);
  if (search !== last) {
    setLast(search);
    // Something else changed the address, such as "Back". Otherwise the person may have typed on.
    if (search !== sent) {
      setSent(search);
      setTyped(search);
    }
  }
  const text = typed.trim();
  const send = useEffectEvent(() => {
    setSent(text);
    onSearch(text);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return [typed, setTyped] as const;
}
