import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runInProcess, runProgram, serverProgram } from '../../testing/run/server-program.ts';
import { readSettings } from '../settings/read-settings.ts';
import { clientSecretCommand } from './client-secret-command.ts';
import { helpOf } from './command-frame.ts';

const run = (...args: string[]) => runInProcess(clientSecretCommand, undefined, args);

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

describe('foyer-server client-secret', () => {
  it('prints a secret once, and its hash in a line that the settings accept', async () => {
    const { code, out, error } = await run('shop-west');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const [secret = ''] = out.split('\n');
    expect(secret).toMatch(/^foyer_cs_[\w-]{43}$/);
    expect(out.split(secret)).toHaveLength(2);
    const [, variable = '', hash = ''] = /^ {2}(CLIENT_\w+)=(.+)$/m.exec(out) ?? [];
    expect(hash).toBe(sha256(secret));
    expect(out).toContain(`secretHashes: ['${hash}'],`);
    const environment = { CLIENT_SHOP_WEST_REDIRECTS: 'https://shop.example/callback', [variable]: hash };
    expect(readSettings({ AUTH_SECRET: 'given', ...environment }).oauthClients).toMatchObject([
      { id: 'shop-west', authentication: { kind: 'secret', hashes: [hash] } },
    ]);
  });

  it('prints another secret each time, also without an id', async () => {
    const [first, second] = [await run(), await run()];
    expect(first.out).toContain('CLIENT_<ID>_SECRET_HASHES=');
    expect(first.out.split('\n')[0]).not.toBe(second.out.split('\n')[0]);
  });

  it('answers JSON with --json', async () => {
    const { secret, hash } = JSON.parse((await run('shop', '--json')).out) as Record<string, string>;
    expect(hash).toBe(sha256(secret ?? ''));
    const out = '{"error":"There are too many words."}\n';
    expect(await run('a', 'b', '--json')).toMatchObject({ code: 2, out, error: '' });
  });

  it.each([
    [['a', 'b'], 'There are too many words.'],
    [['Shop'], 'Shop is no id of a client.'],
    [['foyer-cli'], 'foyer-cli is an id that Foyer keeps for itself.'],
    [['--length', '8'], "Unknown option '--length'."],
  ])('ends with 2 for %j, and shows the usage', async (args, message) => {
    const { code, out, error } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
    expect(error).toContain(helpOf(clientSecretCommand));
  });

  it('runs as a process without settings', async () => {
    const program = [...serverProgram('commands/main'), 'client-secret', '--json'];
    // The command must not need the settings that production requires.
    const { stdout } = await runProgram(program, { NODE_ENV: 'production' });
    expect(JSON.parse(stdout)).toMatchObject({ secret: expect.stringMatching(/^foyer_cs_/) });
  });
});
