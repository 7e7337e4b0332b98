import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';

/** No composition rules (NIST SP 800-63B-4, 3.1.1.2). A parameter, because browsers load the list later. */

const PRODUCT_NAME = 'Foyer';

/** `issues.ts` has the sentences, under `password-…`. */
export const PASSWORD_FAULTS = ['too-short', 'too-long', 'common', 'repetitive', 'site', 'personal'] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

/** The rank of each lower-case password: 0 is the most used. */
export type CommonPasswords = ReadonlyMap<string, number>;

/** Lower-case words that any attacker of this account knows. */
interface PasswordContext {
  readonly site: readonly string[];
  readonly personal: readonly string[];
}

/** A character can have several encodings (RFC 8265, 4.2), and keyboards differ. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

export function passwordLength(password: string): number {
  return [...normalizePassword(password)].length;
}

/** `host` with or without a port. `appName` is the name of the brand. */
export function passwordContext(about: {
  host: string;
  appName: string;
  email: string | null;
  name: string | null;
}): PasswordContext {
  const { host, appName, email, name } = about;
  return {
    site: words([PRODUCT_NAME, host, ...host.split(/[.:]/), ...wordsOfName(appName)]),
    personal: words([
      ...(email === null ? [] : [email, ...email.split('@'), ...email.split(/[@.+_-]/)]),
      ...(name === null ? [] : wordsOfName(name)),
    ]),
  };
}

function wordsOfName(name: string): string[] {
  return [name, name.replaceAll(' ', ''), ...name.split(/[\s'-]+/)];
}

/** Shorter words are part of too many others, and the ends of domains are not personal. */
function words(all: readonly string[]): string[] {
  const ends = new Set(['com', 'org', 'net', 'www']);
  return [...new Set(all.map((word) => normalizePassword(word).toLowerCase()))].filter(
    (word) => word.length >= 3 && !ends.has(word),
  );
}

/** Length first; empty if the password is accepted. */
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
  /** The characters that the part counts for. */
  readonly worth: number;
  readonly pattern: Pattern | null;
}

/** Guessing programs find passwords below this worth. Four unrelated words are worth more. */
const WORTH_ENOUGH = 8;
const WORD_WORTH = 2;
/** Rarer passwords are ordinary words, which a passphrase may contain. */
const FREQUENT_RANK = 5000;
const FREQUENT_MIN_LENGTH = 4;
const FREQUENT_MAX_LENGTH = 20;
const RUN_MIN_LENGTH = 3;
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (row) => [row, [...row].toReversed().join('')],
);

/** The fewest parts. A repeated part adds nothing. */
function predictabilityOf(
  password: string,
  context: PasswordContext,
  common: CommonPasswords,
): Pattern | null {
  const completeMatch = context.personal.includes(password)
    ? 'personal'
    : context.site.includes(password)
      ? 'site'
      : null;
  if (completeMatch) return completeMatch;
  if (common.has(password)) return 'common';
  const characters = [...password];
  const block = repeatedBlock(characters);
  const blockText = block.join('');
  if (block.length < characters.length && common.has(blockText)) return 'common';

  const parts = fewestParts(block, context, common);
  const countedTexts = new Set<string>();
  let worth = 0;
  for (const part of parts) {
    if (part.pattern === null || !countedTexts.has(part.text)) worth += part.worth;
    if (part.pattern !== null) countedTexts.add(part.text);
  }
  if (worth >= Math.min(WORTH_ENOUGH, characters.length)) return null;
  const patterns = new Set(parts.map(({ pattern }) => pattern));
  return (['personal', 'site', 'common'] as const).find((pattern) => patterns.has(pattern)) ?? 'repetitive';
}

/** An incomplete last repetition counts. The text itself if nothing is repeated. */
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
  // best[i] is the cheapest split of the first i characters, by its last part.
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
    const split = best[at];
    if (!split?.last) break;
    parts.push(split.last);
    at = split.from;
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
