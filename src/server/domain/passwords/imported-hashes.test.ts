import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { exceededBound, kindOfHash, parseImportedHash } from './imported-hashes.ts';
import { createPasswordHashing } from './password-hashing.ts';

const base64 = (bytes: string, encoding: BufferEncoding) =>
  Buffer.from(bytes, encoding).toString('base64').replaceAll('=', '');

/** Published vectors, so that no hash was made by the code that checks it. */
const VECTORS: readonly (readonly [name: string, password: string, stored: string])[] = [
  ['bcrypt (crypt_blowfish)', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  [
    'argon2i (the reference implementation)',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'scrypt (RFC 7914)',
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${base64('SodiumChloride', 'utf8')}$${base64(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      'hex',
    )}`,
  ],
  [
    'PBKDF2 with SHA-1 (RFC 6070)',
    'password',
    `$pbkdf2-sha1$i=4096$${base64('salt', 'utf8')}$${base64('4b007901b765489abead49d926f721d065a429c1', 'hex')}`,
  ],
  [
    'PBKDF2 with SHA-256 (RFC 7914, section 11)',
    'passwd',
    `$pbkdf2-sha256$i=1$${base64('salt', 'utf8')}$${base64(
      '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc',
      'hex',
    )}`,
  ],
  [
    'Firebase (github.com/firebase/scrypt)',
    'user1password',
    '$firebase-scrypt$ln=14,r=8$42xEC+ixf3L2lw$Bw$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ',
  ],
];

describe('an imported hash', () => {
  const hashing = createPasswordHashing();

  it.for(VECTORS)('of %s matches its password only, and is outdated', async ([, password, stored]) => {
    expect(await hashing.verify(stored, password)).toBe(true);
    expect(await hashing.verify(stored, `${password} `)).toBe(false);
    expect(hashing.isOutdated(stored)).toBe(true);
  });

  it('of a system that used NFKC matches a password with compatibility characters', async () => {
    const [, , stored] = VECTORS[2] ?? [];
    expect('ｐleaseletmein'.normalize('NFC')).not.toBe('pleaseletmein');
    expect(await hashing.verify(stored ?? '', 'ｐleaseletmein')).toBe(true);
  });
});

const SALT = 'c29tZXNhbHRzYWx0';
const HASH = 'A'.repeat(43);
/** 128 bytes. */
const LONGEST_HASH = 'A'.repeat(171);

describe('the time of a wrong answer', () => {
  function start(options: Parameters<typeof createPasswordHashing>[0] = {}) {
    const waits: number[] = [];
    const sleep = (ms: number) => Promise.resolve(waits.push(ms));
    return { waits, hashing: createPasswordHashing({ ...options, sleep }) };
  }
  const CHEAP = { memoryCost: 64, timeCost: 1 };
  const pbkdf2 = (iterations: number) => `$pbkdf2-sha512$i=${iterations}$${SALT}$${HASH}`;

  it('is that of an imported hash for everybody, after a check of one', async () => {
    const { waits, hashing } = start(CHEAP);
    const own = await hashing.hash(PASSWORD);
    // PBKDF2 with 200,000 iterations takes far longer than this argon2id.
    await hashing.verify(pbkdf2(200_000), 'a guess');
    expect(waits).toEqual([]);
    for (const stored of [null, own, pbkdf2(1)]) await hashing.verify(stored, 'a guess');
    expect(waits).toHaveLength(3);
    await hashing.verify(own, PASSWORD);
    expect(waits).toHaveLength(3);
  });

  it('is that of an own hash, where the imported one is cheaper', async () => {
    const { waits, hashing } = start();
    // It is the first check of this process.
    await hashing.verify(pbkdf2(1), 'a guess');
    expect(waits).toHaveLength(1);
  });

  it('is that of the imported hash for everybody, where it is argon2id with other parameters', async () => {
    const { waits, hashing } = start(CHEAP);
    await hashing.verify(`$argon2id$v=19$m=65536,t=2,p=1$${SALT}$${HASH}`, 'a guess');
    expect(waits).toEqual([]);
    await hashing.verify(null, 'a guess');
    expect(waits).toHaveLength(1);
  });
});

describe('the kind of a hash', () => {
  it.for([
    [`$2b$12$${'.'.repeat(53)}`, '$2b$12'],
    [`$argon2id$v=19$m=131072,t=4,p=1$${SALT}$${HASH}`, '$argon2id$v=19$m=131072,t=4,p=1'],
    [`$scrypt$ln=17,r=8,p=1$${SALT}$${HASH}`, '$scrypt$ln=17,r=8,p=1'],
    [`$pbkdf2-sha512$i=200000$${SALT}$${HASH}`, '$pbkdf2-sha512$i=200000'],
    [`$firebase-scrypt$ln=14,r=8$${SALT}$Bw$${SALT}$${HASH}`, '$firebase-scrypt$ln=14,r=8'],
  ])('%s is %s, without its salt', ([stored, kind]) => {
    expect(kindOfHash(stored ?? '')).toBe(kind);
  });
});

describe('the form and the cost of an imported hash (security.md 47)', () => {
  it.for([
    ['plain text', PASSWORD],
    ['an unknown algorithm', '$1$salt$qJH7.N4xYta3aEG/dfqo/0'],
    ['a prefix of bcrypt that a fault of PHP left', `$2x$10$${'.'.repeat(53)}`],
    ['bcrypt with a cost above 31', `$2b$32$${'.'.repeat(53)}`],
    ['a hash of a few bits', `$scrypt$ln=14,r=8,p=1$${SALT}$AAAA`],
    ['an empty salt', `$pbkdf2-sha256$i=1000$$${HASH}`],
    ['no iterations', `$pbkdf2-sha256$i=0$${SALT}$${HASH}`],
    ['a number without end', `$pbkdf2-sha256$i=${'9'.repeat(40)}$${SALT}$${HASH}`],
    ['argon2 with less memory than its lanes need', `$argon2id$v=19$m=64,t=1,p=64$${SALT}$${HASH}`],
    ['a text of a megabyte', `$pbkdf2-sha256$i=1000$${'A'.repeat(1024 * 1024)}$${HASH}`],
    ['something after a valid hash', `$pbkdf2-sha256$i=1000$${SALT}$${HASH}\n`],
  ])('%s is in no known form', ([, text]) => {
    expect(parseImportedHash(text ?? '')).toBeNull();
  });

  it.for<[string, boolean]>([
    [`$2b$14$${'.'.repeat(53)}`, false],
    [`$2b$15$${'.'.repeat(53)}`, true],
    [`$argon2id$v=19$m=131072,t=4,p=1$${SALT}$${HASH}`, false],
    [`$argon2id$v=19$m=131072,t=5,p=1$${SALT}$${HASH}`, true],
    // 4 GiB.
    [`$argon2id$v=19$m=4194304,t=1,p=1$${SALT}$${HASH}`, true],
    [`$argon2id$v=19$m=1024,t=1000000,p=1$${SALT}$${HASH}`, true],
    [`$scrypt$ln=17,r=8,p=1$${SALT}$${HASH}`, false],
    [`$scrypt$ln=18,r=8,p=1$${SALT}$${HASH}`, true],
    [`$scrypt$ln=1000,r=8,p=1$${SALT}$${HASH}`, true],
    [`$scrypt$ln=14,r=8,p=1000$${SALT}$${HASH}`, true],
    [`$firebase-scrypt$ln=14,r=8$${SALT}$Bw$${SALT}$${HASH}`, false],
    [`$firebase-scrypt$ln=30,r=8$${SALT}$Bw$${SALT}$${HASH}`, true],
    [`$pbkdf2-sha512$i=2000000$${SALT}$${HASH}`, false],
    [`$pbkdf2-sha512$i=2000001$${SALT}$${HASH}`, true],
    // OWASP's cheapest memory: 2^13, r=8, p=10.
    [`$scrypt$ln=13,r=8,p=10$${SALT}$${HASH}`, false],
    // Two forms of a guess are hashed, so this is 1 GiB of work.
    [`$scrypt$ln=17,r=8,p=4$${SALT}$${HASH}`, true],
    // A small table, and 256 MiB of blocks.
    [`$scrypt$ln=1,r=1,p=2097152$${SALT}$${HASH}`, true],
    [`$scrypt$ln=1,r=524288,p=1$${SALT}$${HASH}`, true],
    [`$scrypt$ln=1,r=8,p=128$${SALT}$${HASH}`, false],
    [`$scrypt$ln=1,r=8,p=129$${SALT}$${HASH}`, true],
    // 32 bytes are one block of SHA-256 and two of SHA-1.
    [`$pbkdf2-sha256$i=2000000$${SALT}$${HASH}`, false],
    [`$pbkdf2-sha1$i=2000000$${SALT}$${HASH}`, true],
    [`$pbkdf2-sha1$i=1300000$${SALT}$${'A'.repeat(27)}`, false],
    [`$pbkdf2-sha1$i=2000000$${SALT}$${LONGEST_HASH}`, true],
    [`$pbkdf2-sha512$i=1000000$${SALT}$${LONGEST_HASH}`, false],
    [`$pbkdf2-sha512$i=1000001$${SALT}$${LONGEST_HASH}`, true],
  ])('%s is refused: %s', ([text, isRefused]) => {
    const parsed = parseImportedHash(text);
    expect(parsed === null || exceededBound(parsed) !== null).toBe(isRefused);
  });
});
