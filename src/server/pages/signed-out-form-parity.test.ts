import { expect } from 'vitest';
import type { Document } from 'mongodb';
import { testWith } from '../../testing/app/fixture.ts';
import { FORM_CASES, numberOf } from '../../testing/pages/form-cases.ts';
import type { AgentAnswer } from '../../testing/app/http-agent.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';

const documents = await testDocuments();
const it = testWith({ documents, settings: { phoneSignIn: true } });

/** All documents by collection. */
async function rowsOf(app: TestApp): Promise<Map<string, Document[]>> {
  const collections = await app.db.collections();
  return new Map(
    await Promise.all(
      collections.map(async (each) => [each.collectionName, await each.find().toArray()] as const),
    ),
  );
}

const byKey = ([first]: readonly [string, number], [second]: readonly [string, number]) =>
  first.localeCompare(second);

/** What a request changes: new documents by collection, counters, cookies and mails. Values that always differ are left out. */
async function changesOf(app: TestApp, email: string, act: () => Promise<AgentAnswer>) {
  await app.resetLimits();
  app.mailbox.clear();
  const before = await rowsOf(app);
  const answer = await act();
  const after = await rowsOf(app);
  const countOf = (rows: Map<string, Document[]>, name: string) => rows.get(name)?.length ?? 0;
  const rows = [...after.keys()]
    // The counts of a day have one row for all sign-ins by a method.
    .filter((name) => name !== 'rate_limits' && name !== 'daily_counts')
    .map((name) => [name, countOf(after, name) - countOf(before, name)] as const)
    .filter(([, count]) => count !== 0)
    .sort(byKey);
  const counters = (after.get('rate_limits') ?? [])
    .map(
      ({ key, points }) =>
        [
          String(key)
            .replaceAll(email, 'email')
            .replaceAll(numberOf(email), 'number')
            .replace(/[0-9a-f]{24}/, 'user'),
          points as number,
        ] as const,
    )
    .filter(([key]) => !key.startsWith('unknown'))
    .sort(byKey);
  const cookies = answer.setCookies.map((cookie) =>
    cookie.replace(/=[^;]*/, '=').replace(/Expires=[^;]*/, 'Expires'),
  );
  const mails = app.mailbox.messages.map(({ to, subject }) => [to.replaceAll(email, 'email'), subject]);
  return { answer, changes: { rows, counters, cookies, mails } };
}

it.for(FORM_CASES)(
  'the form $form writes the same rows, counters, cookies and mails as $procedure',
  async ({ procedure, button, addressFor, prepare, nextFor }, { app }) => {
    const [byForm, byProcedure] = [`${uniqueName()}@example.test`, `${uniqueName()}@example.test`];
    const browser = app.agent();
    const { typed } = await prepare(app, browser, byForm);
    const form = await changesOf(app, byForm, () => submitForm(browser, addressFor(byForm), button, typed));
    const program = app.agent();
    const { input } = await prepare(app, program, byProcedure);
    const call = await changesOf(app, byProcedure, () => program.postJson(`/trpc/${procedure}`, input));

    expect([form.answer.status, call.answer.status]).toEqual([303, 200]);
    expect(form.answer.location).toBe(app.origin + nextFor(byForm));
    expect(form.answer.headers.get('cache-control')).toBe('no-store');
    expect(form.changes).toEqual(call.changes);
    expect(form.changes.rows.length + form.changes.mails.length).toBeGreaterThan(0);
    expect((await browser.request(nextFor(byForm))).status).toBe(200);
  },
);
