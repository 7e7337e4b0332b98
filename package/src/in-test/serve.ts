import { onTestFinished } from 'vitest';
import { listen } from '../../../src/testing/run/listen.ts';

/** Starts a server until the end of the test. Returns its address. */
export async function serve(answer: Parameters<typeof listen>[0]): Promise<string> {
  const { url, close } = await listen(answer, { host: 'localhost' });
  onTestFinished(close);
  return url;
}
