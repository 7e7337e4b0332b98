import { expect } from 'vitest';
import { EMPTY_CONFIGURATION } from '../../configuration/configuration.ts';
import { exportPeopleInput } from '../../../shared/schemas/users-import.ts';
import { z } from 'zod';
import { testWith } from '../../../testing/app/fixture.ts';
import { storePeople } from '../../../testing/app/people.ts';
import { readPeople } from '../../../testing/app/people-pages.ts';
import { exportPeople } from '../administration/import/export-people.ts';

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
  await storePeople(app, [{ data: { note: 'Called on Monday.' } }]);
  const authority = { kind: 'server' } as const;
  const client = { ip: null, userAgent: null, locale: 'en' as const, proofOfWork: null };
  const exported = await exportPeople(app.deps, authority, exportPeopleInput.parse({}), client);
  const listed = await readPeople(app, {}, authority);
  for (const { people } of [exported, listed]) expect(people[0]?.data).toEqual({ note: 'Called on Monday.' });
});
