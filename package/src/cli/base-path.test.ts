import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testWith } from '../../../src/testing/app/fixture.ts';
import { run } from './run.ts';

const it = testWith({ settings: { basePath: '/id', authBasePath: '/id/auth' } });

it.for(['', '/'])(
  'every command uses the path of a Foyer below BASE_PATH, given with “%s”',
  async (end, { app }) => {
    const agent = await app.signInByMail('cli@example.test');
    const folder = await mkdtemp(path.join(tmpdir(), 'foyer-cli-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const foyer = async (args: string) => {
      let [out, err] = ['', ''];
      const code = await run(args.split(' '), {
        env: { XDG_CONFIG_HOME: folder },
        stdout: (text) => void (out += text),
        stderr: (text) => void (err += text),
        openBrowser: () => {},
        untilInterrupted: () => AbortSignal.abort(),
        async sleep(ms) {
          app.advance(ms);
          const userCode = /[A-Z]{4}-[A-Z]{4}/.exec(out)?.[0] ?? '';
          await app.client(agent).device.approve.mutate({ userCode });
        },
      });
      app.resetClock();
      expect([code, err]).toEqual([0, '']);
      return out;
    };
    const url = `${app.origin}/id`;
    expect(await foyer(`login --no-open --url ${url}${end}`)).toContain(`${url}/device?code=`);
    // Without `--url` it is the Foyer of the last login.
    expect(JSON.parse(await foyer('whoami --json'))).toMatchObject({ url });
    const file = path.join(folder, 'foyer.d.ts');
    await foyer(`types --url ${url}${end} --out ${file}`);
    expect(await readFile(file, 'utf8')).toContain(`foyer types --url ${url}\``);
    await foyer(`logout --url ${url}${end}`);
  },
);
