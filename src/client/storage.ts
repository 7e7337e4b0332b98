/** Does nothing where the browser blocks storage and throws, because everything stored is optional. */
export function tryStorage<T>(touchStorage: () => T): T | undefined {
  try {
    return touchStorage();
  } catch {
    return undefined;
  }
}
