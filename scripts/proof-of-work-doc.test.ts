import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { testWith } from '../src/testing/app/fixture.ts';
import type { TestApp } from '../src/testing/app/test-app.ts';
import type { ErrorData } from '../src/shared/errors/error-data.ts';
import { PROOF_OF_WORK_HEADER } from '../src/shared/proof-of-work.ts';
import { blocksIn } from './documents/markdown.ts';

const run = promisify(execFile);

const INTERPRETERS = {
  python: (lines: string, challenge: string) =>
    run('python3', [
      '-W',
      'error',
      '-c',
      `${lines}\nimport sys\nprint(solve(json.loads(sys.argv[1])))`,
      challenge,
    ]),
  js: (lines: string, challenge: string) =>
    run(process.execPath, [
      '--input-type=module',
      '-e',
      `${lines}\nconsole.log(solve(JSON.parse(process.argv[1])));`,
      challenge,
    ]),
} as const;

const it = testWith({ unknownCallerBounds: { password: { free: 0, perHonest: 0, freeAtMost: 0 } } });

async function signIn(app: TestApp, proofOfWork?: string): Promise<ErrorData> {
  const answer = await app
    .agent()
    .postJson(
      '/trpc/password.signIn',
      { email: 'script@example.test', password: 'not a password' },
      proofOfWork === undefined ? {} : { [PROOF_OF_WORK_HEADER]: proofOfWork },
    );
  return (answer.json() as { error: { data: ErrorData } }).error.data;
}

it.for(['python', 'js'] as const)(
  '%s: the documented lines solve a challenge of a server',
  async (language, { app }) => {
    const [lines = ''] = await blocksIn('docs/proof-of-work.md', language);
    expect(lines.trim().split('\n').length, 'ten lines and the imports').toBeLessThanOrEqual(13);
    const { challenge, appCode } = await signIn(app);
    expect(appCode).toBe('PROOF_OF_WORK_REQUIRED');
    const { stdout } = await INTERPRETERS[language](lines, JSON.stringify(challenge));
    expect((await signIn(app, stdout.trim())).appCode).toBe('CredentialsSignin');
  },
);
