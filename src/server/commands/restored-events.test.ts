import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { collectionsOf } from '../database/collections.ts';
import { numberEvents } from '../domain/event-numbering.ts';
import { followEvents } from '../../testing/app/events.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/app/unique-name.ts';
import { runDataCommand } from './data-command.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-restored-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A few seconds later, as an operator does. */
async function run(app: TestApp, ...args: readonly string[]): Promise<void> {
  app.advance(10_000);
  const deps = { ...app.deps, collections: collectionsOf(app.db) };
  let error = '';
  const io = { out: () => {}, error: (text: string) => void (error += text) };
  expect([await runDataCommand(args, io, () => Promise.resolve(deps)), error]).toEqual([0, '']);
}

/** What an application hears that keeps its cursor. */
async function hear(app: TestApp, input: Parameters<typeof followEvents>[1]) {
  await numberEvents(app.deps, 'a');
  return followEvents(app.deps, input);
}

it('after a restore an application hears what happens, also when the same dump was restored before', async ({
  app,
}) => {
  const email = uniqueEmail();
  await app.signInByMail(email);
  const atDump = await hear(app, {});
  const file = path.join(folder, 'twice');
  await run(app, 'dump', file);
  let { cursor } = atDump;
  for (let restores = 0; restores < 2; restores++) {
    await app.signInByMail(email);
    const lost = await hear(app, { after: cursor });
    expect(lost.events).toMatchObject([{ type: 'session.created' }]);
    const known = lost.events[0]?.sequence ?? Infinity;

    await run(app, 'restore', file, '--replace');
    for (const after of [atDump.cursor, lost.cursor])
      await expect(hear(app, { after })).rejects.toMatchObject({ code: 'EVENT_CURSOR_EXPIRED' });
    ({ cursor } = await hear(app, { from: 'now' }));
    await run(app, 'end-issued', '--before', app.deps.now().toISOString());
    const heard = await hear(app, { after: cursor });
    expect(heard.events).toMatchObject([{ type: 'session.ended' }]);
    expect(heard.events[0]?.sequence).toBeGreaterThan(known);
    ({ cursor } = heard);
  }
});
