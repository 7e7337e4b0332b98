import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** A listener on the first port marks a block as used. The app and its demo providers get the other four. */
const BLOCK = 5;
/** Below the ports for outgoing connections, which start at 32,768. */
const [FIRST_PORT, LAST_PORT] = [20_000, 30_000];

/** The first of consecutive ports that stay this process's own until it ends, also without a listener. */
export async function freePorts(count: 1 | 2 | 3 | 4): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    // No seed: workers that share one would all ask for the same blocks.
    const block = FIRST_PORT + BLOCK * randomInt((LAST_PORT - FIRST_PORT) / BLOCK);
    if (!(await claimBlock(block))) continue;
    const ports = Array.from({ length: count }, (_, index) => block + 1 + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return block + 1;
  }
  throw new Error('There are no free ports.');
}

/** Listens on the block's first port until this process ends. The system lets only one process do so. */
export function claimBlock(block: number): Promise<boolean> {
  return new Promise((resolve) => {
    const claim = createServer().unref();
    claim.once('error', () => resolve(false));
    claim.listen(block, '127.0.0.1', () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
