import {
  accountsOf,
  joinedName,
  momentOf,
  objectOf,
  objectsOf,
  phcBase64,
  requiredText,
  subjectsOf,
  textOf,
  type AnyRecord,
  type Convert,
  type ImportedUser,
} from '../person.ts';

/** A user of `kc.sh export --users realm_file`. */
export const fromKeycloak: Convert = (record, options) => {
  if (record['enabled'] === false) throw new Error('The person is disabled.');
  const credentials = objectsOf(record['credentials']);
  const password = credentials.find(({ type }) => type === 'password');
  const subjects = subjectsOf(objectsOf(record['federatedIdentities']), 'identityProvider', 'userId');
  const apps = credentials.filter(({ type }) => type === 'otp').map(toAuthenticator);
  const known = apps.filter((app) => app !== null);
  const hasPasskey = credentials.some(({ type }) => String(type).startsWith('webauthn'));
  return {
    person: {
      externalId: requiredText(record, 'id'),
      email: textOf(record['email']),
      emailVerified: record['emailVerified'] === true,
      name: joinedName(record['firstName'], record['lastName']),
      passwordHash: password && passwordHashOf(password),
      accounts: accountsOf(subjects, options),
      totp: known.length === 0 ? undefined : known,
      createdAt: momentOf(record['createdTimestamp']),
    },
    notes: [
      ...(known.length < apps.length
        ? ['An authenticator app has other digits, another period or another hash. It is left out.']
        : []),
      ...(hasPasskey
        ? ['Keycloak does not store whether a passkey is backup eligible, so passkeys are left out.']
        : []),
    ],
  };
};

/** Both are JSON in a string. */
function dataOf(credential: AnyRecord): { readonly secret: AnyRecord; readonly data: AnyRecord } {
  const parse = (key: string) => objectOf(JSON.parse(requiredText(credential, key)));
  return { secret: parse('secretData'), data: parse('credentialData') };
}

function passwordHashOf(credential: AnyRecord): string {
  const { secret, data } = dataOf(credential);
  const salt = phcBase64(requiredText(secret, 'salt'));
  const hash = phcBase64(requiredText(secret, 'value'));
  const iterations = requiredText(data, 'hashIterations');
  const algorithm = requiredText(data, 'algorithm');
  if (algorithm === 'argon2') {
    const parameters = objectOf(data['additionalParameters']);
    const parameter = (name: string) => requiredText({ [name]: [parameters[name]].flat()[0] }, name);
    const version = parameter('version') === '1.0' ? 16 : 19;
    const cost = `m=${parameter('memory')},t=${iterations},p=${parameter('parallelism')}`;
    return `$argon2${parameter('type')}$v=${version}$${cost}$${salt}$${hash}`;
  }
  // `pbkdf2` alone is SHA-1.
  const [, digest = 'sha1'] = /^pbkdf2(?:-(.+))?$/.exec(algorithm) ?? [];
  return `$pbkdf2-${digest}$i=${iterations}$${salt}$${hash}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** `null`: a kind of code that Foyer does not support. */
function toAuthenticator(credential: AnyRecord): NonNullable<ImportedUser['totp']>[number] | null {
  const { secret, data } = dataOf(credential);
  const isKnown =
    data['subType'] === 'totp' &&
    data['digits'] === 6 &&
    data['period'] === 30 &&
    data['algorithm'] === 'HmacSHA1';
  if (!isKnown) return null;
  const value = requiredText(secret, 'value');
  const name = textOf(credential['userLabel']);
  return {
    // The secret is the bytes of the text, unless the credential says Base32.
    secret: data['secretEncoding'] === 'BASE32' ? value : toBase32(Buffer.from(value)),
    ...(name === undefined ? {} : { name }),
  };
}

/** RFC 4648, section 6, without padding. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
