/** Browsers that forbid storage throw on touching it; everything that is kept there is a convenience and simply stays away then. */
export function quietly<T>(touchStorage: () => T): T | undefined {
  try {
    return touchStorage();
  } catch {
    return undefined;
  }
}
