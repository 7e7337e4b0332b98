import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { claimBlock, freePorts } from './free-ports.ts';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const MODULE = pathToFileURL(fileURLToPath(new URL('free-ports.ts', import.meta.url))).href;

it('keeps the ports that it gave, so that another test run cannot take them before they are used', async () => {
  const port = await freePorts(4);
  const script = `const { claimBlock } = await import('${MODULE}');
    console.log(await claimBlock(${port - 1}), await claimBlock(${port}));`;
  const other = spawnSync(process.execPath, ['--import', TSX, '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  // The port itself is still free for its owner. Only the block is taken.
  expect(other.stdout).toBe('false true\n');
  expect(await claimBlock(port - 1)).toBe(false);
});
