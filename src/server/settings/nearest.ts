/** The number of single-character insertions, deletions and replacements between two words (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const shorter = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(Math.min(replaced, shorter));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** Up to `count` of `words`, the best match first: words that share a beginning, then by edit distance. */
export function nearest(word: string, words: readonly string[], count = 3): string[] {
  const score = (candidate: string) =>
    candidate.startsWith(word) || word.startsWith(candidate)
      ? 0.5 + Math.abs(candidate.length - word.length) / 100
      : editDistance(word, candidate);
  return words
    .map((candidate) => ({ candidate, distance: score(candidate) }))
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}
