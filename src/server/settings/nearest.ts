import leven from 'leven';

/** Up to `count` of `words`, the most similar first: those that share a beginning, then by edit distance (Levenshtein). */
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
