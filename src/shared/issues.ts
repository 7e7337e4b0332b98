import { PHONE_ERRORS } from './errors/phone.ts';
import {
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  VERIFICATION_CODE_DIGITS,
} from './limits.ts';

/** The faults of an input field. The pages translate the key. */
export const ISSUES = {
  'address-too-long': 'This address is too long.',
  'address-invalid': 'Enter an email address like name@example.com.',
  'address-yours': 'This is your address already.',
  'address-domain-refused': 'Addresses of this domain cannot be used here.',
  'return-address-too-long': 'This return address is too long.',
  'return-address-foreign': 'This is not an address of this site.',
  'provider-id-invalid': 'This is not the id of a provider.',
  'link-incomplete': 'This link is not complete.',
  'code-incomplete': `Enter the ${VERIFICATION_CODE_DIGITS} digits from the mail.`,
  'id-invalid': 'This is not an id.',
  'scopes-missing': 'Choose at least one thing that it may do.',
  'expiry-too-late': 'Choose a day within a year.',
  'expiry-over': 'Choose today or a later day.',
  'cursor-invalid': 'This is not the cursor of a page.',
  'scope-twice': 'A scope is named twice.',
  'scope-unknown': 'There is no such scope.',
  'user-code-incomplete': 'Enter the eight letters that the program shows.',
  'name-missing': 'Enter a name.',
  'name-too-long': `A name has at most ${NAME_MAX_LENGTH} characters.`,
  'name-not-one-line': 'A name is one line of text.',
  'password-missing': 'Enter a password.',
  'password-not-text': 'This is not text.',
  'password-too-short': `Use ${PASSWORD_MIN_LENGTH} characters or more. Several words are easy to remember.`,
  'password-too-long': `Use at most ${PASSWORD_MAX_LENGTH} characters.`,
  'password-common': 'This is one of the most used passwords, or made of them. Attackers try it first.',
  'password-repetitive':
    'This is mostly repetition, or a row of the alphabet or keyboard. Attackers try it first.',
  'password-site': 'This is mostly the name of this site. Attackers try it first.',
  'password-personal': 'This is mostly your name or address. Attackers try it first.',
  'password-breached': 'This password is known from a data breach. Attackers try it first.',
  'phone-too-short': PHONE_ERRORS.PHONE_TOO_SHORT.message,
  'phone-too-long': PHONE_ERRORS.PHONE_TOO_LONG.message,
  'phone-not-a-number': PHONE_ERRORS.PHONE_NOT_A_NUMBER.message,
  'phone-country-unknown': PHONE_ERRORS.PHONE_INVALID_COUNTRY.message,
  'phone-country-not-allowed': 'Numbers of this country cannot be used here.',
  'phone-extension': 'Leave out the extension: text messages do not reach it.',
  'phone-not-allowed': PHONE_ERRORS.PHONE_NOT_ALLOWED.message,
  'nothing-to-change': 'Nothing to change.',
  'event-types-missing': 'Choose at least one type of event.',
  'event-type-twice': 'A type of event is named twice.',
  'webhook-url-invalid': 'Enter an address like https://example.com/webhooks.',
  'webhook-url-insecure': 'The address must begin with https://, and have no user name.',
  'webhook-url-not-public': 'This is not a public address.',
  'time-range-empty': 'The end must be later than the beginning.',
  /** A fault without a key, such as an input of another shape. */
  other: 'This value is invalid.',
} as const satisfies Record<string, string>;

export type IssueKey = keyof typeof ISSUES;

export interface InputIssue {
  /** The field: `["email"]`. */
  readonly path: readonly (string | number)[];
  readonly key: IssueKey;
  /** In English. */
  readonly message: string;
}

export function makeIssue(field: string, key: IssueKey): InputIssue {
  return { path: [field], key, message: ISSUES[key] };
}

export function isIssueKey(value: unknown): value is IssueKey {
  return typeof value === 'string' && Object.hasOwn(ISSUES, value);
}

const KEYS: ReadonlyMap<string, IssueKey> = new Map(
  Object.entries(ISSUES).flatMap(([key, sentence]) => (isIssueKey(key) ? [[sentence, key] as const] : [])),
);

/** A zod check carries only its sentence, so the key is found by the sentence. */
export function issueKeyOf(sentence: string): IssueKey {
  return KEYS.get(sentence) ?? 'other';
}
