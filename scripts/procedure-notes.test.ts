import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { apiProcedures } from '../src/server/openapi/api-procedures.ts';
import { FIELD_NOTES, PROCEDURE_NOTES } from '../src/server/openapi/procedure-notes.ts';
import { NOTES_FILE, readNotes, renderNotes } from './procedure-notes.ts';
import { PROCEDURES_DOC, renderProceduresDoc } from './procedures-doc.ts';

it('the notes and docs/procedures.md say what the sources say (npm run docs:procedures)', async () => {
  expect(await readFile(NOTES_FILE, 'utf8')).toBe(await renderNotes(await readNotes()));
  expect(await readFile(PROCEDURES_DOC, 'utf8')).toBe(await renderProceduresDoc());
});

describe('every procedure', () => {
  it.each(apiProcedures().map(({ path, doc }) => [path, doc]))('%s has a docstring', (_path, doc) => {
    expect(doc).toMatch(/^\S.{10,}[.!?]$/s);
  });

  it('is found in the sources, and nothing else is', () => {
    expect(Object.keys(PROCEDURE_NOTES)).toEqual(apiProcedures().map(({ path }) => path));
  });
});

it('finds the codes that are thrown deep inside, and through what is handed in', () => {
  const errorsOf = (path: string) => PROCEDURE_NOTES[path]?.errors;
  expect(errorsOf('accounts.unlink')).toEqual([
    'SessionRequired',
    'LAST_SIGN_IN_METHOD',
    'ACCESS_TOKEN_INVALID',
    'NOT_FOUND',
  ]);
  expect(errorsOf('device.approve')).toEqual(['TOO_MANY_ACCESS_TOKENS', 'USER_CODE_INVALID', 'RATE_LIMITED']);
  expect(errorsOf('password.signIn')).toEqual(
    expect.arrayContaining(['CredentialsSignin', 'PROOF_OF_WORK_REQUIRED', 'RATE_LIMITED', 'UNAVAILABLE']),
  );
  expect(errorsOf('session.get')).toEqual([]);
});

it('tells what the schemas say of their fields, in lists, in parts that others share, and in what is spread', () => {
  expect(FIELD_NOTES['device.start']?.input['clientName']).toContain('What the person will read');
  expect(FIELD_NOTES['session.list']?.output['[].device.system']).toContain('Windows');
  expect(FIELD_NOTES['accessTokens.current']?.output).toMatchObject({
    hint: expect.stringContaining('foyer_pat_') as string,
    userId: 'Whose it is.',
  });
});
