import { crc32 } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessTokenHint, createAccessTokenSecret, isAccessToken } from './access-token-format.ts';

/** The pattern and the example of docs/access-tokens.md, as the author of a secret scanner reads them. */
async function readDocument(): Promise<{ pattern: RegExp; example: string }> {
  const text = await readFile(new URL('../../../docs/access-tokens.md', import.meta.url), 'utf8');
  const [, pattern = '', example = ''] =
    /```text\n(.+)\n```[^]*?```text\n(foyer_pat_\w+)\n```/.exec(text) ?? [];
  return { pattern: new RegExp(pattern), example };
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const parseBase62 = (digits: string) =>
  [...digits].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);

describe('an access token', () => {
  const tokens = Array.from({ length: 2000 }, createAccessTokenSecret);

  it('is valid, and has 256 random bits', () => {
    expect(tokens.every(isAccessToken)).toBe(true);
    const values = tokens.map((token) => parseBase62(token.slice('foyer_pat_'.length, -6)));
    for (let bit = 0n; bit < 256n; bit++) {
      const ones = values.filter((value) => (value >> bit) & 1n).length;
      // Nine standard deviations: a random failure happens once in 10^18 runs.
      expect(Math.abs(ones - 1000)).toBeLessThan(210);
    }
    expect(values.every((value) => value < 2n ** 256n)).toBe(true);
  });

  it('ends with the CRC-32 of the part before it', () => {
    for (const token of tokens.slice(0, 50)) {
      expect(parseBase62(token.slice(-6))).toBe(BigInt(crc32(token.slice(0, -6))));
    }
  });

  it('is refused after any one character was changed, removed or added', () => {
    const token = createAccessTokenSecret();
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x';
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      expect(isAccessToken(before + other + after)).toBe(false);
      expect(isAccessToken(before + after)).toBe(false);
      expect(isAccessToken(before + other + (token[at] ?? '') + after)).toBe(false);
    }
    expect(isAccessToken(`${token}\n`)).toBe(false);
    expect(isAccessToken('')).toBe(false);
  });

  it('matches the pattern in docs/access-tokens.md, whose example is valid', async () => {
    const { pattern, example } = await readDocument();
    expect(tokens.every((token) => pattern.exec(`key="${token}";`)?.[0] === token)).toBe(true);
    expect(pattern.exec(`x${tokens[0] ?? ''}`)).toBeNull();
    expect(isAccessToken(example)).toBe(true);
  });

  it('is shown by its prefix and its last four characters', () => {
    expect(accessTokenHint('4fQz')).toBe('foyer_pat_…4fQz');
  });
});
