import { expect } from 'vitest';
import type { ExportUsersOutput } from '../../../../shared/schemas/users-import.ts';
import { callAsScript } from '../../../../testing/users/access-tokens.ts';
import { makeServiceKey } from '../../../../testing/users/administrators.ts';
import { it } from '../../../../testing/app/fixture.ts';
import { storeUsers } from '../../../../testing/users/users.ts';

it('writes a row of the audit log for each page, also for one with a made-up cursor', async ({ app }) => {
  const stored = await storeUsers(app, [{}, {}]);
  const { authorization } = await makeServiceKey(app, ['users:read'], { name: 'Export test' });
  const exportPage = async (input: object) => {
    const { text } = await callAsScript(app, authorization, 'users.export', { input });
    return (JSON.parse(text) as { result: { data: ExportUsersOutput } }).result.data;
  };
  const rows = () =>
    app.deps.collections.audit.find({ action: 'users-exported', 'actor.name': 'Export test' }).toArray();
  const { people } = await exportPage({ cursor: '0'.repeat(24) });
  expect(people.length).toBeGreaterThanOrEqual(stored.length);
  expect(await rows()).toHaveLength(1);
  const { nextCursor } = await exportPage({ limit: 1 });
  await exportPage({ limit: 1, cursor: nextCursor });
  expect(await rows()).toHaveLength(3);
});
