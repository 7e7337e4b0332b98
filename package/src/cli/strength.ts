import type { Session } from '../client.ts';

type Proofs = Session['proofs'];

/** Foyer's own methods. An identity provider is shown by its id. */
const WORDS: Readonly<Record<string, string>> = {
  password: 'password',
  'email-link': 'link by mail',
  'email-code': 'code by mail',
  'phone-code': 'text message',
  passkey: 'passkey',
  totp: 'authenticator app',
  'recovery-code': 'recovery code',
};

/** `Level 2: password, authenticator app`. */
export function strengthText({ aal, proofs }: { readonly aal: number; readonly proofs: Proofs }): string {
  const methods = new Set(proofs.map(({ method }) => WORDS[method] ?? method));
  return `Level ${aal}${methods.size === 0 ? '' : `: ${[...methods].join(', ')}`}`;
}
