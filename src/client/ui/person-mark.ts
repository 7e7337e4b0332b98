const HUES = 8;

/** A hue in degrees. It never changes, so a person has one colour on every page. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 4093;
  return 20 + (sum % HUES) * (360 / HUES);
}

/** The first letters of the first and the last word. Letters without capitals may join, so only one is taken. */
export function initialsOf(name: string, count: 1 | 2): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words[words.length - 1]].map((word = '') => [...word][0] ?? '');
  const isOne = count === 1 || words.length === 1 || last.toLowerCase() === last.toUpperCase();
  return (isOne ? first : first + last).toUpperCase();
}
