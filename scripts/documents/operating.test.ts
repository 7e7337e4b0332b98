import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATA_USAGE } from '../../src/server/commands/data-command.ts';
import { FORMER_SECRET_NEEDED_MS } from '../../src/server/crypto/secret-purposes.ts';
import * as limits from '../../src/shared/limits.ts';
import { createTestApp, type TestApp } from '../../src/testing/app/test-app.ts';
import { codeSpansOf, PROJECT, readDocument, tableRows } from './markdown.ts';

const { text } = await readDocument('docs/operating.md');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.signInByMail('ada@example.com');
});
afterAll(() => app.close());

/** The lines of the log that the document shows. */
function shownLines(): Record<string, unknown>[] {
  const [, block = ''] = /^## Logs\n[\s\S]*?^```json\n([\s\S]*?)^```/m.exec(text) ?? [];
  return block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('docs/operating.md', () => {
  it('has the values of the limits', () => {
    const rows = tableRows(text, 'what').filter((row) => row.length === 3);
    expect(rows.length).toBeGreaterThan(10);
    const written = rows.map(([, value = '', constant = '']) => [
      constant.replaceAll('`', ''),
      Number(value.replaceAll(',', '')),
    ]);
    const values = new Map<string, unknown>(Object.entries(limits));
    expect(written).toEqual(written.map(([name]) => [name, values.get(String(name))]));
  });

  it('says 15 minutes where the limits do', () => {
    expect(limits.SEND_WINDOW_SECONDS).toBe(15 * 60);
    expect(limits.GUESS_PAUSE_SECONDS).toBe(15 * 60);
  });

  it('says for how many days the former secret is needed', () => {
    expect(text).toContain('Wait seven days');
    expect(FORMER_SECRET_NEEDED_MS).toBe(7 * limits.DAY_MS);
  });

  it('shows lines of the log with the fields that they have', async () => {
    await app.agent().request('/trpc/session.get');
    const lines = shownLines();
    expect(lines).toHaveLength(2);
    for (const shown of lines) {
      const logged = app.logLines.find(({ msg, event }) => msg === shown['msg'] && event === shown['event']);
      // Time, process and host are in every line, and the document leaves them out.
      const { time: _time, pid: _pid, hostname: _hostname, ...fields } = logged ?? {};
      expect(Object.keys(fields).toSorted()).toEqual(Object.keys(shown).toSorted());
      expect(fields).toMatchObject({ level: shown['level'], msg: shown['msg'] });
    }
  });

  it('names events that the server logs', async () => {
    const source = await readFile(path.join(PROJECT, 'src/server/auth-event.ts'), 'utf8');
    const named = codeSpansOf(text).filter((code) => /^auth\.[a-z-]+$/.test(code));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((event) => !source.includes(`'${event}'`))).toEqual([]);
  });

  it('names commands for backups that there are', () => {
    const commands = codeSpansOf(text).flatMap((code) => /^npm run data -- [a-z-]+/.exec(code)?.[0] ?? []);
    expect(commands.length).toBeGreaterThan(1);
    expect(commands.filter((command) => !DATA_USAGE.includes(`${command} `))).toEqual([]);
  });

  it('says that the identity of a request is in the answer’s header', async () => {
    const { headers } = await app.agent().request('/trpc/session.get');
    expect(headers.get('x-request-id')).toMatch(/\S/);
    expect(text).toContain('header `x-request-id`');
  });
});
