import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { testWith } from '../../src/testing/app/fixture.ts';
import { canJoinWrites } from '../../src/testing/app/joined-writes.ts';
import { WITH_CLIENTS } from '../../src/testing/app/oauth-clients.ts';
import { recordTraces, textOfTraces } from './record-traces.ts';
import { TRACES_FILE } from './traces.ts';

const it = testWith({ configuration: WITH_CLIENTS });

it('the traces of the simulation are those of the present functions', async ({ app, skip }) => {
  skip(!(await canJoinWrites(app)), 'MongoDB 7 gets single commands');
  const text = textOfTraces(await recordTraces(app));
  if (process.env['RECORD_TRACES'] === '1') await writeFile(TRACES_FILE, text);
  // Run `npm run simulate:record` after a change of these commands.
  expect(text).toBe(await readFile(TRACES_FILE, 'utf8'));
});
