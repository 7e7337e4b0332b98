import { emailAddress } from '../../shared/schemas/fields.ts';

export interface Sender {
  /** Empty when only an address was given. */
  readonly name: string;
  readonly address: string;
}

/** Reads `Name <address>` or a bare address, as `MAIL_FROM` holds it; `null` for anything else. */
export function parseSender(text: string): Sender | null {
  const named = /^([^<>"\\,;:@\r\n]*)<([^<>]*)>$/.exec(text.trim());
  const address = emailAddress.safeParse(named ? named[2] : text);
  return address.success ? { name: named?.[1]?.trim() ?? '', address: address.data } : null;
}
