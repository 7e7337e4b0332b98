import { afterAll, beforeAll, describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { anAdministrator, aSignedInUser, removeAdministrators } from '../../testing/users/signed-in-users.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import type { ClientDocuments } from './documents.ts';

const COMMAND = 'npm run server -- admin grant';

let documents: ClientDocuments;
let usual: TestApp;
beforeAll(async () => {
  documents = await testDocuments();
  usual = await createTestApp({ documents });
});
afterAll(() => usual.close());
const it = testWith(() => ({ settings: { demo: true }, documents }));

const pageOf = async (app: TestApp, path: string, agent = app.agent()) => (await agent.request(path)).text;

describe('the first page of the demo', () => {
  it('tells how to make the first administrator, until there is one', async ({ app }) => {
    await removeAdministrators(app);
    const page = await pageOf(app, '/sign-in');
    expect(page).toContain(COMMAND);
    // The browser takes over only what is in the root.
    expect(page.indexOf(COMMAND)).toBeGreaterThan(page.indexOf('id="page-data"'));
    const german = await app.agent().request('/sign-in', { headers: { 'accept-language': 'de' } });
    expect(german.text).toContain('Diese Demo hat noch keinen Administrator');
    expect(await pageOf(app, '/forgot-password')).not.toContain(COMMAND);
    await anAdministrator(app);
    expect(await pageOf(app, '/sign-in')).not.toContain(COMMAND);
  });

  it('tells nobody outside the demo', async () => {
    await aSignedInUser(usual);
    expect(await pageOf(usual, '/sign-in')).not.toContain(COMMAND);
  });
});
