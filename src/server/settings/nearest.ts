import leven from 'leven';

/** Returns up to `count` of `words`: first those with the same beginning, then by Levenshtein distance. */
export function nearest(word: string, words: readonly string[], count = 3): string[] {
  const score = (candidate: string) =>
    candidate.startsWith(word) || word.startsWith(candidate)
      ? 0.5 + Math.abs(candidate.length - word.length) / 100
      : leven(word, candidate);
  return words
    .map((candidate) => ({ candidate, distance: score(candidate) }))
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** The most similar `<PREFIX>_<ID>_<SUFFIX>`. Tries every split of the variable into id and suffix. */
export function nearestName(variable: string, suffixes: readonly [string, ...string[]]): string {
  const [prefix, ...parts] = variable.split('_');
  const [only = '', ...more] = parts;
  if (more.length === 0) return `${prefix}_<ID>_${nearest(only, suffixes, 1)[0]}`;
  const candidates: string[] = [];
  for (let split = 1; split <= parts.length - 1; split++) {
    const key = parts.slice(0, split).join('_') || '<ID>';
    candidates.push(...suffixes.map((suffix) => `${prefix}_${key}_${suffix}`));
  }
  const sameEnding = candidates.filter((candidate) => candidate.endsWith(`_${parts.at(-1)}`));
  const [found] = nearest(variable, sameEnding.length > 0 ? sameEnding : candidates, 1);
  return found ?? `${prefix}_<ID>_${suffixes[0]}`;
}

/** The default name of an id: `acme-west` is `Acme West`. */
export function titleOf(id: string): string {
  return id.replace(
    /(^|-)([a-z0-9])/g,
    (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase(),
  );
}
