import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NEXT_STEPS } from './entry.ts';
import { ERRORS, isErrorCode, type ErrorCode } from './catalogue.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** What the files of the subjects export, by file. */
async function readSubjects(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !/^(catalogue|entry|first-page|http)\b|\.test/.test(file),
  );
  const modules = files.map(async (file) => {
    const exported = (await import(`./${file}`)) as Readonly<Record<string, unknown>>;
    const catalogues = Object.values(exported).filter((value) => typeof value === 'object' && value !== null);
    return [file, catalogues.flatMap((errors) => Object.keys(errors))] as const;
  });
  return new Map(await Promise.all(modules));
}

describe('the catalogue', () => {
  it('has each code of each subject, and no code twice', async () => {
    const subjects = await readSubjects();
    expect([...subjects.values()].flat().toSorted()).toEqual(CODES.toSorted());
    expect(subjects.get('phone.ts')).toContain('PHONE_TOO_SHORT');
  });

  it('has the 13 codes of Auth.js’s pages, each on the page that the specification names', () => {
    const classic = CODES.filter((code) => !/^[A-Z_]+$/.test(code));
    const onErrorPage = classic.filter((code) => ERRORS[code].place === 'error');
    expect(classic).toHaveLength(13);
    expect(onErrorPage).toEqual(['Configuration', 'AccessDenied', 'Verification']);
    expect(classic.every((code) => ['error', 'sign-in'].includes(ERRORS[code].place))).toBe(true);
  });

  it.each([
    ['Signin', 'Unable to sign in', 'Try signing in with a different account.'],
    ['OAuthCallback', 'Unable to sign in', 'Try signing in with a different account.'],
    ['AccessDenied', 'Access Denied', 'Try signing in with a different account.'],
    ['CredentialsSignin', 'Unable to sign in', 'Sign in failed. Check the details you provided are correct.'],
    ['Configuration', 'Server error', 'Unable to sign in.'],
    ['Verification', 'Unable to sign in', expect.any(String)],
    ['NOT_FOUND', 'Error', expect.any(String)],
  ] as const)('%s has the title and the hint of the specification', (code, title, hint) => {
    expect(ERRORS[code]).toMatchObject({ title, hint });
  });

  it.each(CODES)('%s says what happened and what helps in sentences, and has a way on', (code) => {
    const { message, hint, next, status, procedure } = ERRORS[code];
    for (const text of [message, hint]) expect(text).toMatch(/^[A-Z].*\.$/);
    expect(NEXT_STEPS[next].path).toMatch(/^\//);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status >= 500).toBe(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'].includes(procedure));
  });

  it.each(['', 'Nothing', 'toString', '__proto__', 'constructor', null, 7, ['Signin']])(
    'does not know %j',
    (value) => {
      expect(isErrorCode(value)).toBe(false);
    },
  );
});
