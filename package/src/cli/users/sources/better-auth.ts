import {
  accountsOf,
  momentOf,
  objectsOf,
  phcBytes,
  requiredText,
  subjectsOf,
  textOf,
  type AnyRecord,
  type Convert,
} from '../person.ts';

/** Better Auth: a row of `user` with its `account` rows, one object a line. */
export const fromBetterAuth: Convert = (record, options) => {
  const accounts = objectsOf(record['accounts']);
  const credential = accounts.find((account) => account['providerId'] === 'credential');
  const connections = accounts.filter((account) => account !== credential);
  const subjects = subjectsOf(connections, 'providerId', 'accountId');
  const isPhoneVerified = record['phoneNumberVerified'] === true;
  const hasTwoFactor = record['twoFactorEnabled'] === true;
  return {
    person: {
      externalId: requiredText(record, 'id'),
      email: textOf(record['email']),
      emailVerified: record['emailVerified'] === true,
      name: textOf(record['name']),
      phone: isPhoneVerified ? textOf(record['phoneNumber']) : undefined,
      passwordHash: credential && passwordHashOf(credential),
      accounts: accountsOf(subjects, options),
      createdAt: momentOf(record['createdAt']),
    },
    notes: hasTwoFactor
      ? ['The secret of the second factor is encrypted with the secret of Better Auth, so it is left out.']
      : [],
  };
};

/** `salt:key` in hex (scrypt, N=16384, r=16, p=1); the salt is the hex text itself. Or another format. */
function passwordHashOf(account: AnyRecord): string | undefined {
  const password = textOf(account['password']);
  const [, salt, key] = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(password ?? '') ?? [];
  if (salt === undefined || key === undefined) return password;
  return `$scrypt$ln=14,r=16,p=1$${phcBytes(Buffer.from(salt))}$${phcBytes(Buffer.from(key, 'hex'))}`;
}
