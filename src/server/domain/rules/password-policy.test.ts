import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { PASSWORD_FAULTS, type PasswordFault } from '../../../shared/password-policy.ts';
import { AppError } from '../../app-error.ts';
import { NO_BRAND } from '../../settings/brand.ts';
import { requireGoodPassword } from './password-policy.ts';

const ADA = { email: 'ada.lovelace@mail.example', name: 'Ada Lovelace' };

/** Empty when the password is accepted. */
async function refusalsOf(
  password: string,
  person: { email: string | null; name: string | null } = ADA,
): Promise<PasswordFault[]> {
  try {
    await requireGoodPassword(
      {
        settings: {
          basePath: '',
          origin: 'https://accounts.example.com',
          brand: { ...NO_BRAND, name: 'Harbour Bank' },
        },
        breachedPasswords: null,
      },
      password,
      person,
    );
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
    return (error.issues ?? []).flatMap(({ path, key }) =>
      PASSWORD_FAULTS.filter((fault) => path[0] === 'password' && key === `password-${fault}`),
    );
  }
}

describe('what a new password must be (security.md 1, 3)', () => {
  it('14 and 257 characters are refused, 15 and 256 are accepted, counted as people count (1)', async () => {
    const text = 'gx4 wq8 zk2 vd7 ';
    expect(await refusalsOf(text.slice(0, 14))).toEqual(['too-short']);
    expect(await refusalsOf(text.slice(0, 15))).toEqual([]);
    const long = Array.from({ length: 257 }, (_, i) => 'kvxqzjwpgy'[(i * i + (i >> 3)) % 10]).join('');
    expect(await refusalsOf(long.slice(0, 256))).toEqual([]);
    expect(await refusalsOf(long)).toEqual(['too-long']);
  });

  it('64 emoji and spaces are accepted, and 15 emoji are 15 characters (1)', async () => {
    const emoji = Array.from('😀🚀🌍🎈🍕🐙🐳🦊🐼🐸🌵🎹🧭🪁🥝🧩');
    const many = Array.from({ length: 64 }, (_, i) =>
      i % 5 === 4 ? ' ' : emoji[(i * 7 + (i >> 2)) % 16],
    ).join('');
    expect([...many]).toHaveLength(64);
    expect(await refusalsOf(many)).toEqual([]);
    expect(await refusalsOf(emoji.slice(0, 14).join(''))).toEqual(['too-short']);
    expect(await refusalsOf(emoji.slice(0, 15).join(''))).toEqual([]);
  });

  it('no kind of character is required', async () => {
    for (const password of [
      'gx4wq8zk2vd7mhp',
      'lasagne by candlelight',
      'ΚΑΛΗΜΕΡΑ ΘΑΛΑΣΣΑ',
      '  x  7  k  _  Q  ',
    ])
      expect([password, await refusalsOf(password)]).toEqual([password, []]);
  });

  it('the 3,000 most common are refused as such, also twice, padded or in capitals (3)', async () => {
    const mostCommon = dictionary['passwords-common'].slice(0, 3000);
    const refusals = await Promise.all(mostCommon.map((password) => refusalsOf(password)));
    const accepted = mostCommon.filter((_, at) => !refusals[at]?.some((fault) => fault !== 'too-short'));
    expect(accepted).toEqual([]);
    const variants = mostCommon.flatMap((password, at) =>
      password.length < 8 || at % 20 > 0
        ? []
        : [
            password + password,
            `${password}12345678`,
            `${password.toUpperCase()}!!!!!!!!`,
            `1111111${password}`,
          ],
    );
    const ofVariants = await Promise.all(variants.map((password) => refusalsOf(password)));
    expect(variants.filter((_, at) => ofVariants[at]?.length === 0)).toEqual([]);
  });

  it.each<[string, PasswordFault]>([
    ['passwordpassword', 'common'],
    ['p@ssw0rdp@ssw0rd', 'common'],
    ['football baseball', 'common'],
    ['aaaaaaaaaaaaaaa', 'repetitive'],
    ['abcdefghijklmnop', 'repetitive'],
    ['xyxyxyxyxyxyxyxyx', 'repetitive'],
    ['foyerfoyerfoyer', 'site'],
    ['Accounts.Example.Com', 'site'],
    ['harbourbank harbour', 'site'],
    ['Harbour Bank Harbour', 'site'],
    ['ada.lovelace@mail.example', 'personal'],
    ['ADA.LOVELACE@MAIL.EXAMPLE', 'personal'],
    ['AdaLovelace12345', 'personal'],
    ['lovelace lovelace', 'personal'],
  ])('%s is refused: %s (3)', async (password, fault) => {
    expect(await refusalsOf(password)).toEqual([fault]);
  });

  it('a name is accepted inside a long enough password', async () => {
    expect(await refusalsOf('Ada and the zebra')).toEqual([]);
    expect(await refusalsOf('foyer with a purple rug')).toEqual([]);
    expect(await refusalsOf('AdaLovelace12345', { email: null, name: null })).toEqual([]);
  });

  it('four unrelated common words are accepted', async () => {
    expect(await refusalsOf('dragon monkey summer football')).toEqual([]);
  });
});
