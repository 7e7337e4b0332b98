import { expect } from 'vitest';
import { EMPTY_CONFIGURATION } from '../../configuration/configuration.ts';
import { exportUsersInput } from '../../../shared/schemas/users-import.ts';
import { z } from 'zod';
import { testWith } from '../../../testing/app/fixture.ts';
import { storeUsers } from '../../../testing/users/users.ts';
import { readUsers } from '../../../testing/users/user-pages.ts';
import { NO_ORIGIN } from '../rules/request-origin.ts';
import { exportUsers } from './import/export-users.ts';

const it = testWith(() => ({
  configuration: {
    ...EMPTY_CONFIGURATION,
    ownFields: [
      {
        name: 'note',
        schema: z.string(),
        options: { read: ['administrator'], write: ['administrator'], label: { en: 'Note' } },
      },
    ],
  },
}));

it('lets a command on the server read the own fields of administrators, in the list and in the export', async ({
  app,
}) => {
  await storeUsers(app, [{ data: { note: 'Called on Monday.' } }]);
  const authority = { kind: 'server' } as const;
  const exported = await exportUsers(app.deps, authority, exportUsersInput.parse({}), NO_ORIGIN);
  const listed = await readUsers(app, {}, authority);
  for (const { people } of [exported, listed]) expect(people[0]?.data).toEqual({ note: 'Called on Monday.' });
});
