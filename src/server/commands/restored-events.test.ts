import path from 'node:path';
import { expect } from 'vitest';
import { collectionsOf } from '../database/collections.ts';
import { findLastRestore } from '../database/dump/restored-database.ts';
import { numberEvents } from '../domain/events/event-numbering.ts';
import { followEvents } from '../../testing/webhooks/events.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { dataCommand } from './data-command.ts';

/** Runs a command some seconds later, as an operator does. */
async function run(app: TestApp, ...args: readonly string[]): Promise<void> {
  app.advance(10_000);
  const deps = { ...app.deps, collections: collectionsOf(app.db) };
  expect(await runInProcess(dataCommand, deps, args)).toMatchObject({ code: 0, error: '' });
}

/** Reads the events of an application that keeps its cursor. */
async function hear(app: TestApp, input: Parameters<typeof followEvents>[1]) {
  await numberEvents(app.deps, 'a');
  return followEvents(app.deps, input);
}

/** Restores the dump as an operator with other tools does. */
async function restoreOtherwise(app: TestApp, file: string): Promise<void> {
  await run(app, 'restore', file, '--replace');
  const { users, eventPartitions, maintenance } = app.deps.collections;
  await users.updateMany({}, { $set: { eventSequence: 1 } });
  await eventPartitions.updateMany({}, { $unset: { restoredAt: '' } });
  await maintenance.deleteOne({ _id: 'restored' });
  expect(await findLastRestore(app.deps.collections)).toBeNull();
  await run(app, 'note-restore');
}

it('after a restore an application hears what happens, also when the same dump was restored before', async ({
  app,
}) => {
  const email = uniqueEmail();
  await app.signInByMail(email);
  const atDump = await hear(app, {});
  const file = path.join(folderOfTest(), 'twice');
  await run(app, 'dump', file);
  let { cursor } = atDump;
  for (const isOther of [false, true]) {
    await app.signInByMail(email);
    const lost = await hear(app, { after: cursor });
    expect(lost.events).toMatchObject([{ type: 'session.created' }]);
    const known = lost.events[0]?.sequence ?? Infinity;

    await (isOther ? restoreOtherwise(app, file) : run(app, 'restore', file, '--replace'));
    expect(await findLastRestore(app.deps.collections)).toMatchObject({ isEnded: false });
    for (const after of [atDump.cursor, lost.cursor])
      await expect(hear(app, { after })).rejects.toMatchObject({ code: 'EVENT_CURSOR_EXPIRED' });
    ({ cursor } = await hear(app, { from: 'now' }));
    await run(app, 'end-issued', '--before', app.deps.now().toISOString());
    expect(await findLastRestore(app.deps.collections)).toMatchObject({ isEnded: true });
    const heard = await hear(app, { after: cursor });
    expect(heard.events).toMatchObject([{ type: 'session.ended' }]);
    expect(heard.events[0]?.sequence).toBeGreaterThan(known);
    ({ cursor } = heard);
  }
});
