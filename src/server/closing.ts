/** The started parts, each with its name and the function that ends it, in the order of their start. */
export type Closing = [name: string, close: () => Promise<void>][];

/**
 * Ends the parts in reverse order, because later parts use earlier ones. When one fails, the others are still ended.
 * @param report is called for each part that could not be ended
 * @returns whether all parts ended without an error
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
