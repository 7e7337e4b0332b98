import path from 'node:path';
import { installNode } from '../scripts/install-node.ts';
import { runProgram, setNode } from './children.ts';

/** The Node version of the Dockerfile; a test compares them. The goals are those of this version. */
export const PRODUCTION_NODE = '24';

/** Makes all measured processes and the load generator run on this Node. Returns the exact version. */
export async function prepareNode(say: (line: string) => void): Promise<string> {
  if (process.versions.node.split('.')[0] === PRODUCTION_NODE) return process.versions.node;
  say(`Node ${PRODUCTION_NODE} runs the servers (npm installs it once)`);
  const node = path.join(installNode(PRODUCTION_NODE), 'node');
  setNode(node);
  return (await runProgram(node, ['--version'])).trim().replace(/^v/, '');
}
