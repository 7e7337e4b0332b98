import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDatabaseFolder } from '../testing/database/folder.ts';
import {
  databaseOfProcess,
  USES_EMBEDDED_ENGINE,
  type ProcessDatabase,
} from '../testing/database/process-database.ts';
import { enginePidOf, isRunning } from '../testing/database/engine-pid.ts';
import { freePorts } from '../testing/run/free-ports.ts';
import { PRODUCTION } from '../testing/run/refused-settings.ts';
import { fromSource, serverProgram } from '../testing/run/server-program.ts';
import { rounds } from '../testing/faults/fault-rounds.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Lets a promise reject after a signal, with nothing that awaits it. */
const FAILURE = `data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => { void Promise.reject(new Error('nobody waits')); });`,
)}`;
const PATIENCE = { timeout: 60_000, interval: 100 };

interface Run {
  readonly child: ChildProcess;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  output(): string;
}

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** The real process, in a folder without `.env` and without this process's settings. */
describe('the server process', { timeout: 120_000 }, () => {
  let folder: string;
  let port: number;
  let database: ProcessDatabase;
  const runs: Run[] = [];

  beforeEach(async () => {
    folder = await makeDatabaseFolder();
    database = databaseOfProcess(path.join(folder, 'data'));
    port = await freePorts(4);
  });
  afterEach(async () => {
    for (const run of runs.splice(0)) {
      run.child.kill('SIGTERM');
      await run.exited;
    }
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  function start(
    settings: Record<string, string> = {},
    program = serverProgram('main'),
    command: readonly string[] = [process.execPath],
  ): Run {
    const { PATH, HOME } = process.env;
    const [file = '', ...args] = command;
    const child = spawn(file, [...args, ...program], {
      cwd: folder,
      env: {
        PATH,
        HOME,
        PORT: String(port),
        DATA_DIR: path.join(folder, 'data'),
        ...database.settings,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const exited = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    }));
    const run = { child, exited, output: () => output };
    runs.push(run);
    return run;
  }

  const ask = (address: string): Promise<Response> => fetch(`http://localhost:${port}${address}`);
  const readiness = async (): Promise<number> => (await ask('/readyz').catch(() => null))?.status ?? 0;

  /** The process prints this line last, after it listens. */
  async function untilReady(run: Run): Promise<void> {
    await expect.poll(readiness, PATIENCE).toBe(200);
    await expect.poll(run.output, PATIENCE).toContain('Ctrl-C ends it.');
  }

  const engineOf = (run: Run): number => enginePidOf(run.child.pid);

  it('starts from the sources without settings, prints how to sign in and ends on SIGTERM', async () => {
    const run = start({}, fromSource(MAIN));
    await untilReady(run);

    expect(run.output()).toContain(`Foyer runs at http://localhost:${port}`);
    expect(run.output()).toContain(`http://localhost:${port}/dev/outbox`);
    expect(run.output()).toContain(`http://localhost:${port + 1}`);
    expect(await (await ask('/sign-in')).text()).toContain('<div id="root">');
    const discovery = await fetch(`http://localhost:${port + 1}/.well-known/openid-configuration`);
    expect(discovery.status).toBe(200);

    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/last')).status).toBe(404);
    run.child.kill('SIGTERM');

    expect(await run.exited).toEqual({ code: 0, signal: null });
    expect(run.output(), 'the log has the last request').toContain('"path":"/last"');
    expect(run.output()).not.toContain('"path":"/healthz"');
    await expect(ask('/healthz')).rejects.toThrow('fetch failed');
  });

  const formats: [string, Record<string, string>][] = [
    ['text', {}],
    ['json', { LOG_FORMAT: 'json' }],
  ];
  it.runIf(process.platform === 'linux').each(formats.slice(0, rounds(1, 2)))(
    'logs %s in a terminal with %j, and says last how to sign in',
    async (format, settings) => {
      // `script` (util-linux) runs a command in a new terminal. `$@` are the arguments after its name.
      const terminal = [
        'sh',
        '-c',
        'exec script -qec "$(printf "\'%s\' " "$@")" /dev/null',
        'sh',
        process.execPath,
      ];
      const run = start({ DEMO: 'off', ...settings }, serverProgram('main'), terminal);
      await untilReady(run);
      const started = run.output().replaceAll('\r', '');
      const [first = '', ...others] = started.split('\n');
      if (format === 'text') {
        expect(first).toMatch(/^\d\d:\d\d:\d\d the server runs version=/);
        expect(others.join('\n')).toMatch(/Ctrl-C ends it\.\n\n$/);
      } else expect(JSON.parse(first)).toHaveProperty('level', 30);

      expect((await ask('/sign-in')).status).toBe(200);
      expect((await ask('/favicon.svg')).status).toBe(200);
      expect((await ask('/last')).status).toBe(404);
      await expect.poll(run.output, PATIENCE).toContain('/last');
      const later = run.output().replaceAll('\r', '').slice(started.length);
      if (format === 'text')
        expect(later).toMatch(/^\S+ GET \/sign-in 200 \d+ ms\n\S+ GET \/last 404 \d+ ms\n$/);
      else expect(later).toContain('"path":"/favicon.svg"');
    },
  );

  it.runIf(USES_EMBEDDED_ENGINE)(
    'starts its database again after a kill, ends it with itself, and leaves no temporary file (embedded engine only)',
    { tags: 'all' },
    async () => {
      const run = start({ DEMO: 'off', METRICS: 'on', METRICS_PORT: String(port + 1) });
      const hasDatabase = async () =>
        /^foyer_database_connected (.*)$/m.exec(
          await (await fetch(`http://127.0.0.1:${port + 1}/metrics`)).text(),
        )?.[1];
      await untilReady(run);
      expect(await hasDatabase()).toBe('1');
      expect((await ask('/metrics')).status).toBe(404);
      const killed = engineOf(run);
      expect(isRunning(killed)).toBe(true);

      process.kill(killed, 'SIGKILL');

      await expect.poll(() => run.output(), PATIENCE).toContain('the embedded MongoDB was started again');
      await expect.poll(readiness, PATIENCE).toBe(200);
      expect(await hasDatabase()).toBe('1');
      const engine = engineOf(run);
      expect(engine).not.toBe(killed);
      expect(isRunning(engine)).toBe(true);
      const reminders = path.join(folder, 'data/engine/temporary');
      const [reminder = ''] = await readdir(reminders);
      const temporary = await readlink(path.join(reminders, reminder));

      run.child.kill('SIGTERM');

      expect(await run.exited).toEqual({ code: 0, signal: null });
      expect(isRunning(engine)).toBe(false);
      await expect(readdir(temporary)).rejects.toThrow('ENOENT');
      expect(await readdir(reminders)).toEqual([]);
    },
  );

  it.runIf(USES_EMBEDDED_ENGINE)(
    'reports in /readyz and /healthz why its database does not run, that it is ready after the repair, and that it drains until a second signal (embedded engine only)',
    { tags: 'all' },
    async () => {
      const run = start({ DEMO: 'off', SHUTDOWN_DELAY: '300' });
      await untilReady(run);
      const files = path.join(folder, 'data/mongodb');
      await rename(files, `${files}-elsewhere`);
      await writeFile(files, '');
      process.kill(engineOf(run), 'SIGKILL');

      const reason =
        'the embedded database does not run and is started again: a file stands where the directory of its files was';
      const read = async (address: string) => {
        const answer = await ask(address);
        return {
          status: answer.status,
          connection: answer.headers.get('connection'),
          body: (await answer.json()) as unknown,
        };
      };
      await expect
        .poll(() => read('/readyz'), PATIENCE)
        .toMatchObject({ status: 503, body: { status: 'not ready', reason } });
      expect(await read('/healthz')).toMatchObject({ status: 200, body: { status: 'ok', database: reason } });

      await rm(files);
      await rename(`${files}-elsewhere`, files);
      await expect.poll(readiness, PATIENCE).toBe(200);
      const healthy = { status: 200, body: { status: 'ok' } };
      expect(await read('/healthz')).toEqual({ ...healthy, connection: 'keep-alive' });

      run.child.kill('SIGTERM');
      const draining = { status: 503, connection: 'close', body: { status: 'draining' } };
      await expect.poll(() => read('/readyz'), PATIENCE).toEqual(draining);
      expect(await read('/healthz')).toEqual({ ...healthy, connection: 'close' });
      expect((await ask('/sign-in')).status).toBe(200);
      // A signal soon after the first counts as a repetition of it.
      await expect.poll(() => run.child.kill('SIGTERM'), PATIENCE).toBe(false);
      expect(await run.exited).toEqual({ code: 1, signal: null });
    },
  );

  // On Linux all of 127.0.0.0/8 is loopback, so 127.0.0.2 is an address other than `localhost`.
  it.runIf(process.platform === 'linux')(
    'listens on loopback only, and on all addresses with HOST=*, and exits with 0 after the same Ctrl-C twice',
    { tags: 'all' },
    async () => {
      const answers = () => connects('127.0.0.2', port);
      const alone = start({ DEMO: 'off' });
      await untilReady(alone);
      expect(await answers()).toBe(false);
      // Terminal, npm and tsx may each send SIGINT for one Ctrl-C.
      alone.child.kill('SIGINT');
      alone.child.kill('SIGINT');
      expect(await alone.exited).toEqual({ code: 0, signal: null });

      await untilReady(start({ DEMO: 'off', HOST: '*' }));
      expect(await answers()).toBe(true);
    },
  );

  it.each<[string, Record<string, string>, RegExp]>([
    ['HOST is no address of this machine', { HOST: '192.0.2.77' }, /HOST names no address of this machine/],
    [
      'the database does not answer, without its password',
      { MONGODB_URI: 'mongodb://ann:s3cret@127.0.0.1:9/foyer' },
      /The database at 127\.0\.0\.1:9 does not answer/,
    ],
    // Node's own `mkdir` never ends for a folder in /proc.
    ...(process.platform === 'linux'
      ? [{}, { AUTH_SECRET: 'given' }].map((secret): [string, Record<string, string>, RegExp] => [
          `DATA_DIR cannot be made, with ${JSON.stringify(secret)}`,
          { DATA_DIR: '/proc/foyer', MONGODB_URI: '', ...secret },
          /DATA_DIR/,
        ])
      : []),
  ])(
    'exits with 1, names the reason and prints no stack when %s',
    { tags: 'all' },
    async (_, settings, reason) => {
      const run = start({ DEMO: 'off', ...settings });

      expect(await run.exited).toEqual({ code: 1, signal: null });

      expect(run.output()).toMatch(reason);
      expect(run.output()).not.toMatch(/^\s+at |s3cret/m);
    },
  );

  it('exits with 1 and names PORT when the port is in use, without leftover files', async () => {
    // The ports of the demo providers are in use, too, as by another Foyer.
    const others = Array.from({ length: 4 }, (_, n) => createServer().listen(port + n, 'localhost'));
    try {
      await Promise.all(others.map((other) => once(other, 'listening')));
      const run = start({ LOG_LEVEL: 'info' });

      expect((await run.exited).code).toBe(1);

      expect(run.output()).toBe(
        `Port ${port} is taken by another program. Set PORT to a free one (the demo providers use the three after it).\n`,
      );
      if (USES_EMBEDDED_ENGINE) expect(await readdir(path.join(folder, 'data/engine/temporary'))).toEqual([]);
    } finally {
      for (const other of others) other.close();
    }
  });

  it(
    'exits with 1 when the issuer of a provider’s id changed, until accept-issuer was run',
    { timeout: 180_000, tags: 'all' },
    async () => {
      const acme = (issuer: string) => ({ OIDC_ACME_ISSUER: issuer, OIDC_ACME_CLIENT_ID: 'client' });
      const first = start(acme('https://login.one.example'));
      await untilReady(first);
      first.child.kill('SIGTERM');
      await first.exited;

      const changed = acme('https://login.two.example');
      const refused = start(changed);
      expect(await refused.exited).toMatchObject({ code: 1 });
      expect(refused.output()).toContain(
        'acme was https://login.one.example and is https://login.two.example now',
      );
      expect(refused.output()).toContain('foyer-server provider accept-issuer acme');
      expect(refused.output()).not.toMatch(/^\s+at /m);

      const command = start(changed, [
        ...serverProgram('commands/main'),
        'provider',
        'accept-issuer',
        'acme',
      ]);
      expect(await command.exited).toMatchObject({ code: 0 });
      expect(command.output()).toContain('The server can be started.');
      await untilReady(start(changed));
    },
  );

  it('exits with 1 and a line of the log after an error that nobody caught', { tags: 'all' }, async () => {
    const run = start({ DEMO: 'off', LOG_LEVEL: 'silent' }, ['--import', FAILURE, ...serverProgram('main')]);
    await untilReady(run);

    run.child.kill('SIGUSR2');

    expect(await run.exited).toEqual({ code: 1, signal: null });
    const last = JSON.parse(run.output().trim().split('\n').at(-1) ?? '') as unknown;
    expect(last).toMatchObject({ event: 'process.unhandled-rejection', err: { message: 'nobody waits' } });
  });

  it('exits with 1 and names the nearest setting when .env has an unknown name, and so do the commands', async () => {
    await writeFile(path.join(folder, '.env'), 'SECOND_FACTR=everyone\nDATABASE_PASSWORD=given\n');
    const programs = [
      ['main'],
      ['commands/main', 'check-database'],
      ['commands/main', 'admin', 'list'],
    ].slice(0, rounds(2, 3));
    const ended = programs.map(([program = '', ...args]) => {
      const run = start({ OIDC_ACME_ISUER: 'https://login.example' }, [...serverProgram(program), ...args]);
      return run.exited.then(({ code }) => ({ code: code === 0 ? 0 : 'failed', output: run.output() }));
    });
    const output = [
      'Foyer cannot start: 3 settings are not as they must be.',
      '  OIDC_ACME_ISUER is not a variable that Foyer knows. Did you mean OIDC_ACME_ISSUER?',
      '  SECOND_FACTR is not a variable that Foyer knows. Did you mean SECOND_FACTOR?',
      '  DATABASE_PASSWORD is not a variable that Foyer knows. Remove it from .env, which is for Foyer alone. The nearest setting is BREACHED_PASSWORDS.',
      'See docs/settings.md for all settings.\n',
    ].join('\n');
    expect(await Promise.all(ended)).toEqual(programs.map(() => ({ code: 'failed', output })));
    await expect(readdir(path.join(folder, 'data'))).rejects.toThrow('ENOENT');
  });

  it(
    'exits with 1 in production when foyer.config.ts has a client of localhost',
    { tags: 'all' },
    async () => {
      const clients = `{ shop: { name: 'Shop', redirects: ['http://localhost/callback'] } }`;
      await writeFile(path.join(folder, 'foyer.config.mjs'), `export default { clients: ${clients} };\n`);
      const run = start(PRODUCTION);

      expect((await run.exited).code).toBe(1);

      expect(run.output()).toContain(
        'clients.shop.redirects.http://localhost/callback is localhost in production.',
      );
    },
  );
});
