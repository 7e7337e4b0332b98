import type { Random } from '../run/random.ts';

/** Parts of known open redirects: other spellings of "//", of a host, of a scheme, and of its end. */
const PARTS = [
  String.raw`/ // /// \ /\ \/ \\ /./ /../ /.// ../ %2f %2F%2f %5c %5C/`.split(' '),
  ['@', ':', ';', '?', '#', '&', '=', '.', '..', '%', '%00', '%0d%0a', '%09', '%ff', '%u002f', '[', ']', '|'],
  ['\t', '\n', '\r', '\0', ' ', '\u00a0', '\u00ad', '\u200b', '\u202e', '\u2028', '\ufeff', '\ud800'],
  // Characters that normalise to slashes, dots, backslashes and an at sign.
  ['／', '＼', '。', '．', '｡', '⁄', '∕', '＠', '：', 'ⓔvil.test'],
  ['http:', 'https:', 'HTTPS:', 'javascript:', 'data:text/html,', 'vbscript:', 'blob:', 'file:', 'mailto:'],
  ['evil.test', 'user@evil.test', 'evil.test:443', '[::1]', '2130706433', '0x7f.1', 'xn--evil', 'account'],
].flat();

/** A return URL of an attacker. Some contain an allowed origin as a disguise. */
export function redirectMutant(random: Random, ...origins: readonly string[]): string {
  const own = origins.flatMap((origin) => [
    origin,
    new URL(origin).host,
    `${origin}.evil.test`,
    `${origin}/`,
    `${origin}@evil.test`,
  ]);
  own.push('/account');
  let mutant = random.pick(['', '/', '/account/', random.pick(own)]);
  const parts = 1 + random.below(5);
  for (let part = 0; part < parts; part++) mutant += random.pick(PARTS);
  if (random.chance(0.3)) mutant += random.pick(own);
  return random.chance(0.15) ? encodeURIComponent(mutant.replaceAll(/\p{Cs}/gu, '')) : mutant;
}
