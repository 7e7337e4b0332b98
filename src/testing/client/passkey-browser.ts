interface PasskeyBrowser {
  readonly hasAutofill?: boolean;
  readonly createsQuietly?: boolean;
  readonly hasScreenLock?: boolean;
  /** A credential, or throws what the browser throws. Without it, the request waits until it is aborted. */
  readonly answer?: (request: PasskeyRequest) => object | Promise<object>;
}

interface PasskeyRequest {
  readonly kind: 'create' | 'get';
  readonly isConditional: boolean;
}

export const CREATED = { id: 'bmV3', rawId: 'bmV3', type: 'public-key' };
export const USED = { id: 'cGFzc2tleS0x', rawId: 'cGFzc2tleS0x', type: 'public-key' };

/** Gives jsdom the WebAuthn of a browser, until the end of the test. */
export function installPasskeyBrowser(browser: PasskeyBrowser = {}) {
  const requests: PasskeyRequest[] = [];
  const aborted: PasskeyRequest[] = [];
  const waiting = new Set<PasskeyRequest>();
  const signals: [name: string, about: object][] = [];
  const request = (kind: PasskeyRequest['kind']) => async (options: CredentialRequestOptions) => {
    const begun = { kind, isConditional: options.mediation === 'conditional' };
    requests.push(begun);
    waiting.add(begun);
    const { signal } = options;
    const isAborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        if (waiting.has(begun)) aborted.push(begun);
        reject(new DOMException('replaced', 'AbortError'));
      });
    });
    const answer = browser.answer?.(begun);
    try {
      const credential = await (answer ? Promise.race([answer, isAborted]) : isAborted);
      return { toJSON: () => credential };
    } finally {
      waiting.delete(begun);
    }
  };
  const signal = (name: string) => async (about: object) => void signals.push([name, about]);
  const own = {
    parseRequestOptionsFromJSON: (options: object) => options,
    parseCreationOptionsFromJSON: (options: object) => options,
    isConditionalMediationAvailable: () => Promise.resolve(browser.hasAutofill === true),
    isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(browser.hasScreenLock === true),
    getClientCapabilities: () => Promise.resolve({ conditionalCreate: browser.createsQuietly === true }),
    signalUnknownCredential: signal('unknown'),
    signalAllAcceptedCredentials: signal('all-accepted'),
    signalCurrentUserDetails: signal('current-details'),
  };
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: own, configurable: true });
  Object.defineProperty(navigator, 'credentials', {
    value: { create: request('create'), get: request('get') },
    configurable: true,
  });
  return {
    requests,
    aborted,
    signals,
    [Symbol.dispose]() {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    },
  };
}

/** The options of a challenge, as the server answers them. */
export const REQUEST_OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  rpId: 'localhost',
  allowCredentials: [],
  userVerification: 'required' as const,
};

export const CREATION_OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  rp: { id: 'localhost', name: 'Foyer' },
  user: { id: 'aGFuZGxl', name: 'ada@example.com', displayName: 'Ada Lovelace' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
  extensions: { credProps: true as const },
};
