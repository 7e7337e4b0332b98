/** The place that a key leads to, for `Array.at`. `null`: the key leads nowhere. `current` is -1 at the beginning. */
export function targetOf(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % Math.max(count, 1);
    case 'ArrowUp':
      return Math.max(current, 0) - 1;
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return null;
  }
}
