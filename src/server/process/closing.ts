export type Closing = [name: string, close: () => Promise<void>][];

/** Closes all parts, the last first, because later parts use earlier ones. `false`: at least one failed. */
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
