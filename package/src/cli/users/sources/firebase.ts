import {
  accountsOf,
  momentOf,
  objectsOf,
  phcBase64,
  requiredText,
  textOf,
  type AnyRecord,
  type ConversionOptions,
  type Convert,
} from '../person.ts';

/** Provider ids of Firebase and of Foyer. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'apple.com': 'apple',
  'facebook.com': 'facebook',
  'github.com': 'github',
  'google.com': 'google',
  'microsoft.com': 'microsoft-entra-id',
  'twitter.com': 'twitter',
  'yahoo.com': 'yahoo',
};
/** Firebase's own sign-in methods. */
const OWN_METHODS = new Set(['password', 'phone', 'emailLink']);

/** A user of `firebase auth:export people.json`. */
export const fromFirebase: Convert = (record, options) => {
  const subjects = objectsOf(record['providerUserInfo'])
    .filter(({ providerId }) => !OWN_METHODS.has(textOf(providerId) ?? ''))
    .map((info) => {
      const provider = requiredText(info, 'providerId');
      const isNamed = options.providers.has(provider);
      return {
        provider: isNamed ? provider : (PROVIDERS[provider] ?? provider),
        subject: requiredText(info, 'rawId'),
      };
    });
  if (record['disabled'] === true) throw new Error('The person is disabled.');
  return {
    person: {
      externalId: requiredText(record, 'localId'),
      email: textOf(record['email']),
      emailVerified: record['emailVerified'] === true,
      name: textOf(record['displayName']),
      phone: textOf(record['phoneNumber']),
      passwordHash: passwordHashOf(record, options),
      accounts: accountsOf(subjects, options),
      createdAt: momentOf(record['createdAt']),
    },
    notes:
      objectsOf(record['mfaInfo']).length > 0
        ? ['The second factor is a phone number, which is no second factor here. It is left out.']
        : [],
  };
};

function passwordHashOf(record: AnyRecord, { hashConfig }: ConversionOptions): string | undefined {
  const [hash, salt] = [textOf(record['passwordHash']), textOf(record['salt'])];
  if (hash === undefined || salt === undefined) return undefined;
  if (hashConfig === null) throw new Error('The password needs --hash-config.');
  const parameter = (name: string): string => {
    const [, value] = new RegExp(`\\b${name}"?\\s*:\\s*"?([A-Za-z0-9+/=_-]+)`).exec(hashConfig) ?? [];
    if (value === undefined) throw new Error(`The hash parameters have no “${name}”.`);
    return value;
  };
  return [
    '',
    'firebase-scrypt',
    `ln=${parameter('mem_cost')},r=${parameter('rounds')}`,
    ...[salt, parameter('base64_salt_separator'), parameter('base64_signer_key'), hash].map(phcBase64),
  ].join('$');
}
