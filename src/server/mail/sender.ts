import { emailAddress } from '../../shared/schemas/fields.ts';

export interface Sender {
  /** Empty for an address alone. */
  readonly name: string;
  readonly address: string;
}

/** Parses `Name <address>` or an address, as in `MAIL_FROM`; `null` for anything else. */
export function parseSender(text: string): Sender | null {
  const named = /^([^<>"\\,;:@\r\n]*)<([^<>]*)>$/.exec(text.trim());
  const address = emailAddress.safeParse(named ? named[2] : text);
  return address.success ? { name: named?.[1]?.trim() ?? '', address: address.data } : null;
}
