import { useState } from 'react';
import type { AuthenticationCredential, PasskeyRequestOptions } from '../../../shared/schemas/passkeys.ts';
import { errorOfCode, toActionError, type PageError } from '../../errors.ts';
import { getPasskey, refusalOf } from '../passkeys/webauthn.ts';

export interface PasskeyAnswer {
  readonly isAsking: boolean;
  /** The person closed the browser's window, or the time was over. */
  readonly isCancelled: boolean;
  readonly failure: PageError | null;
  readonly ask: () => Promise<AuthenticationCredential | null>;
  readonly reset: () => void;
}

const NOTHING = { isAsking: false, isCancelled: false, failure: null };

interface PasskeyAnswerOptions {
  /** Gets the challenge. */
  readonly begin: () => Promise<PasskeyRequestOptions>;
  /** The server refused the challenge. */
  readonly onRefusal: (failure: PageError) => void;
}

/** `ask` answers `null` when there is no passkey, and the state says why. */
export function usePasskeyAnswer({ begin, onRefusal }: PasskeyAnswerOptions): PasskeyAnswer {
  const [state, setState] = useState<Pick<PasskeyAnswer, keyof typeof NOTHING>>(NOTHING);
  return {
    ...state,
    reset: () => setState(NOTHING),
    async ask() {
      setState({ ...NOTHING, isAsking: true });
      let options: PasskeyRequestOptions;
      try {
        options = await begin();
      } catch (error) {
        const failure = toActionError(error);
        setState({ ...NOTHING, failure });
        onRefusal(failure);
        return null;
      }
      try {
        const passkey = await getPasskey(options);
        setState(NOTHING);
        return passkey;
      } catch (error) {
        const isFailure = refusalOf(error) === 'failed';
        setState({
          ...NOTHING,
          isCancelled: !isFailure,
          failure: isFailure ? errorOfCode('PASSKEY_INVALID') : null,
        });
        return null;
      }
    },
  };
}
