/** What was started, each with its name and how to end it, in the order of starting. */
export type Closing = [name: string, close: () => Promise<void>][];

/**
 * Ends what was started last first, since the later parts use the earlier ones. One that fails does not keep the others
 * from ending.
 * @param report is told what could not be ended
 * @returns whether everything ended well
 */
export async function closeInReverse(
  closing: Closing,
  report: (name: string, error: unknown) => void,
): Promise<boolean> {
  let clean = true;
  for (const [name, close] of closing.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      clean = false;
      report(name, error);
    }
  }
  return clean;
}
