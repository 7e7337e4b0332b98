/** Reads or writes browser storage. Browsers that block storage throw; then it does nothing, because everything stored is optional. */
export function tryStorage<T>(touchStorage: () => T): T | undefined {
  try {
    return touchStorage();
  } catch {
    return undefined;
  }
}
