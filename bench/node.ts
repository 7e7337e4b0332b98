import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode } from '../scripts/install-node.ts';
import { runProgram, setNode } from './children.ts';

/** The goals are those of this version: the Dockerfile has it. A test compares them. */
export const PRODUCTION_NODE = '24';
const PROJECT = fileURLToPath(new URL('../', import.meta.url));

/** The packages with native code that a running Foyer loads. */
const LOAD_NATIVE_MODULES = `
  const { hash, verify } = await import('@node-rs/argon2');
  if (!(await verify(await hash('a password'), 'a password'))) throw new Error('argon2 does not work');
  const { default: sharp } = await import('sharp');
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).webp().toBuffer();
`;

export const majorOf = (version: string) => version.split('.')[0] ?? '';

/**
 * Makes all measured processes, the database and the load generator run on a version of Node. Checks that the native
 * modules work there. Returns the exact version.
 */
export async function prepareNode(wanted: string, say: (line: string) => void): Promise<string> {
  if (wanted === process.versions.node || wanted === majorOf(process.versions.node)) {
    return process.versions.node;
  }
  say(`Node ${wanted} runs the servers (npm installs it once)`);
  const node = path.join(installNode(wanted), 'node');
  await runProgram(node, ['--input-type=module', '--eval', LOAD_NATIVE_MODULES], PROJECT);
  setNode(node);
  return (await runProgram(node, ['--version'])).trim().replace(/^v/, '');
}
