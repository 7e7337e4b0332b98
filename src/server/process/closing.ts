/** The started parts in the order of their start. */
export type Closing = [name: string, close: () => Promise<void>][];

/**
 * Closes the parts in reverse order, because later parts use earlier ones. Continues after a failure.
 * @param report is called with each part that could not be closed
 * @returns whether everything was closed
 */
export async function closeInReverse(
  closing: Closing,
  report: (name: string, error: unknown) => void,
): Promise<boolean> {
  let allClosed = true;
  for (const [name, close] of closing.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      allClosed = false;
      report(name, error);
    }
  }
  return allClosed;
}
