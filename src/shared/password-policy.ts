import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';

/**
 * What a new password must be, for the form and for the server alike: long, and not what an attacker tries first. No rule about its
 * composition (NIST SP 800-63B-4, 3.1.1.2). The list of common passwords is handed in, since the browser loads it late.
 */

export const PRODUCT_NAME = 'Foyer';

/** Each has its sentence in `issues.ts`, under `password-…`. */
export const PASSWORD_FAULTS = ['too-short', 'too-long', 'common', 'repetitive', 'site', 'personal'] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

/** From a password, lower-cased, to its rank: 0 is the most used. */
export type CommonPasswords = ReadonlyMap<string, number>;

/** Words that anybody who attacks this account knows; lower-cased. */
export interface PasswordContext {
  readonly site: readonly string[];
  readonly personal: readonly string[];
}

/** One character may be written in several ways (RFC 8265, 4.2); which one a keyboard sends must not matter. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

export function passwordLength(password: string): number {
  return [...normalizePassword(password)].length;
}

/** `host` as people see it, with or without a port. */
export function passwordContext(about: {
  host: string;
  email: string | null;
  name: string | null;
}): PasswordContext {
  const { host, email, name } = about;
  return {
    site: words([PRODUCT_NAME, host, ...host.split(/[.:]/)]),
    personal: words([
      ...(email === null ? [] : [email, ...email.split('@'), ...email.split(/[@.+_-]/)]),
      ...(name === null ? [] : [name, name.replaceAll(' ', ''), ...name.split(/[\s'-]+/)]),
    ]),
  };
}

/** Shorter ones are part of too many other words; ends of addresses are nobody's own. */
function words(all: readonly string[]): string[] {
  const ends = new Set(['com', 'org', 'net', 'www']);
  return [...new Set(all.map((word) => normalizePassword(word).toLowerCase()))].filter(
    (word) => word.length >= 3 && !ends.has(word),
  );
}

/** What is wrong with a new password, length first; empty when it may be used. */
export function passwordFaults(
  password: string,
  context: PasswordContext,
  common: CommonPasswords,
): PasswordFault[] {
  const length = passwordLength(password);
  const faults: PasswordFault[] = [];
  if (length < PASSWORD_MIN_LENGTH) faults.push('too-short');
  if (length > PASSWORD_MAX_LENGTH) return ['too-long'];
  const predictable = predictabilityOf(normalizePassword(password).toLowerCase(), context, common);
  if (predictable) faults.push(predictable);
  return faults;
}

type Pattern = Exclude<PasswordFault, 'too-short' | 'too-long'>;

interface Part {
  readonly text: string;
  /** How many characters it is worth. */
  readonly worth: number;
  readonly pattern: Pattern | null;
}

/** Fewer characters' worth than this is what guessing programs get through; four unrelated words are worth more. */
const WORTH_ENOUGH = 8;
const WORD_WORTH = 2;
/** Rarer ones are ordinary words, of which a passphrase may be made. */
const FREQUENT_RANK = 5000;
const FREQUENT_MIN_LENGTH = 4;
const FREQUENT_MAX_LENGTH = 20;
const RUN_MIN_LENGTH = 3;
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (row) => [row, [...row].toReversed().join('')],
);

/**
 * Reads the password as the fewest parts: words of the context, frequent passwords, repetition and rows, and for the rest single
 * characters. A part that comes again adds nothing.
 */
function predictabilityOf(
  password: string,
  context: PasswordContext,
  common: CommonPasswords,
): Pattern | null {
  const whole = context.personal.includes(password)
    ? 'personal'
    : context.site.includes(password)
      ? 'site'
      : null;
  if (whole) return whole;
  if (common.has(password)) return 'common';
  const characters = [...password];
  const block = repeatedBlock(characters);
  const blockText = block.join('');
  if (block.length < characters.length && common.has(blockText)) return 'common';

  const parts = fewestParts(block, context, common);
  const known = new Set<string>();
  let worth = 0;
  for (const part of parts) {
    if (part.pattern === null || !known.has(part.text)) worth += part.worth;
    if (part.pattern !== null) known.add(part.text);
  }
  if (worth >= Math.min(WORTH_ENOUGH, characters.length)) return null;
  const found = new Set(parts.map(({ pattern }) => pattern));
  return (['personal', 'site', 'common'] as const).find((pattern) => found.has(pattern)) ?? 'repetitive';
}

/** The shortest block that the whole is repetitions of, a last incomplete one included; else the whole. */
function repeatedBlock(characters: readonly string[]): readonly string[] {
  for (let length = 1; length <= characters.length / 2; length++) {
    if (characters.every((character, index) => character === characters[index % length]))
      return characters.slice(0, length);
  }
  return characters;
}

function fewestParts(
  characters: readonly string[],
  context: PasswordContext,
  common: CommonPasswords,
): Part[] {
  const longest = Math.max(
    FREQUENT_MAX_LENGTH,
    ...[...context.site, ...context.personal].map((word) => word.length),
  );
  // best[i] is the cheapest reading of the first i characters, by its last part.
  const best: { worth: number; last: Part | null; from: number }[] = [{ worth: 0, last: null, from: 0 }];
  for (let end = 1; end <= characters.length; end++) {
    let cheapest = { worth: Infinity, last: null as Part | null, from: 0 };
    const consider = (from: number, part: Part | null) => {
      if (part === null) return;
      const worth = (best[from]?.worth ?? Infinity) + part.worth;
      if (worth < cheapest.worth) cheapest = { worth, last: part, from };
    };
    for (let from = Math.max(0, end - longest); from < end; from++) {
      consider(from, partOf(characters.slice(from, end).join(''), end - from, context, common));
    }
    for (let from = end - RUN_MIN_LENGTH; from >= 0; from--) {
      if (characters[from] !== characters[end - 1]) break;
      if (characters[from + 1] !== characters[end - 1]) break;
      consider(from, { text: `${characters[from]}…`, worth: 1, pattern: 'repetitive' });
    }
    best.push(cheapest);
  }
  const parts: Part[] = [];
  for (let at = characters.length; at > 0;) {
    const reading = best[at];
    if (!reading?.last) break;
    parts.push(reading.last);
    at = reading.from;
  }
  return parts;
}

function partOf(
  text: string,
  length: number,
  context: PasswordContext,
  common: CommonPasswords,
): Part | null {
  if (context.personal.includes(text)) return { text, worth: 1, pattern: 'personal' };
  if (context.site.includes(text)) return { text, worth: 1, pattern: 'site' };
  if (length >= RUN_MIN_LENGTH && ROWS.some((row) => row.includes(text)))
    return { text, worth: 1, pattern: 'repetitive' };
  const rank = length < FREQUENT_MIN_LENGTH ? undefined : common.get(text);
  if (rank !== undefined && rank < FREQUENT_RANK) return { text, worth: WORD_WORTH, pattern: 'common' };
  return length === 1 ? { text, worth: 1, pattern: null } : null;
}
