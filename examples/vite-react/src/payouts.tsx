import { useVerification } from 'foyer-auth/react';
import { useState } from 'react';

/** Calls the API of `examples/express-api`, which needs a second factor. */
export function Payouts() {
  const verify = useVerification();
  const [text, setText] = useState('');
  const load = async () => {
    const answer = await fetch('/api/payouts');
    const json = (await answer.json()) as unknown;
    // Foyer's page asks for the second factor, and returns to this page.
    if (verify(json)) return;
    setText(JSON.stringify(json));
  };
  return (
    <p>
      <button type="button" onClick={() => void load()}>
        Show payouts
      </button>{' '}
      {text}
    </p>
  );
}
