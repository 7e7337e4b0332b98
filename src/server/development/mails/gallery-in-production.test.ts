import { expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { rawRequest } from '../../../testing/app/raw-request.ts';
import { refusalOf } from '../../../testing/database/written.ts';

const it = testWith(() => ({ settings: { mode: 'production' } }));

it.for(['/dev/mails', '/dev/mails/en/sign-in-link', '/dev/mails/en/sign-in-link/light'])(
  'returns 404 for %s in production',
  async (path, { app }) => {
    const { status, text } = await rawRequest(app.origin, { path });
    expect([status, refusalOf(text)]).toEqual([404, 'NOT_FOUND']);
  },
);
