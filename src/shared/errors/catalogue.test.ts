import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NEXT_STEPS, type ErrorTitle } from './entry.ts';
import { ERRORS, isErrorCode, type ErrorCode } from './catalogue.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** What the files of the subjects export, by file. */
async function readSubjects(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !/^(catalogue|entry|first-page)\b|\.test/.test(file),
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

  it('titles the error pages as Auth.js does', () => {
    const titles: Partial<Record<ErrorCode, ErrorTitle>> = {
      Configuration: 'Server error',
      AccessDenied: 'Access Denied',
      Verification: 'Unable to sign in',
      NOT_FOUND: 'Error',
    };
    for (const [code, title] of Object.entries(titles))
      expect([code, ERRORS[code as ErrorCode].title]).toEqual([code, title]);
  });

  it('keeps the hint texts of the specification to the letter', () => {
    const hints: Partial<Record<ErrorCode, string>> = {
      Signin: 'Try signing in with a different account.',
      OAuthCallback: 'Try signing in with a different account.',
      AccessDenied: 'Try signing in with a different account.',
      CredentialsSignin: 'Sign in failed. Check the details you provided are correct.',
      Configuration: 'Unable to sign in.',
    };
    for (const [code, hint] of Object.entries(hints))
      expect([code, ERRORS[code as ErrorCode].hint]).toEqual([code, hint]);
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
