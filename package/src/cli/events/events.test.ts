import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ObjectId } from 'mongodb';
import { describe, expect, onTestFinished } from 'vitest';
import { eventsInOutbox } from '../../../../src/server/domain/events/event-log.ts';
import { numberEvents } from '../../../../src/server/domain/events/event-numbering.ts';
import type { EventContent } from '../../../../src/shared/schemas/events.ts';
import { makeServiceKey } from '../../../../src/testing/users/administrators.ts';
import { it } from '../../../../src/testing/app/fixture.ts';
import { listen as startServer, type Listener } from '../../../../src/testing/run/listen.ts';
import { fromSource } from '../../../../src/testing/run/server-program.ts';
import type { TestApp } from '../../../../src/testing/app/test-app.ts';
import { createFoyerClient } from '../../client.ts';
import { verifyWebhook, WebhookError } from '../../webhooks.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { jsonLines, runCommand } from '../../in-test/run-command.ts';
import { folderOfEachTest } from '../../../../src/testing/run/temporary-folder.ts';
import { followEvents, type Following } from './follow-events.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
let key: string;
const config = folderOfEachTest();
it.beforeAll(async ({ app }) => {
  ({ key } = await makeServiceKey(app, ['events:read']));
});

/** Stores and numbers the first events of a new user. Returns the user id. */
async function addEvents(app: TestApp, ...contents: EventContent[]): Promise<string> {
  const subject = new ObjectId();
  const events = contents.map((content) => ({ _id: new ObjectId(), ...content }));
  const stored = eventsInOutbox({ _id: subject, eventSequence: 0 }, [{ events, at: app.deps.now() }]);
  await app.deps.collections.events.insertMany(stored);
  await numberEvents(app.deps, 'test');
  return subject.toHexString();
}
const CREATED: EventContent = { type: 'user.created', data: { by: 'sign-up' } };
const UPDATED: EventContent = { type: 'user.updated', data: { changed: ['name', 'data.plan'] } };
const DELETED: EventContent = { type: 'user.deleted', data: {} };

function start(app: TestApp, args: string, env: Record<string, string> = {}) {
  const interrupt = new AbortController();
  let wake = () => {};
  let written = { out: '', err: '' };
  const machineEnv = { XDG_CONFIG_HOME: config(), FOYER_URL: app.origin, FOYER_SERVICE_KEY: key, ...env };
  const ended = runCommand(args, machineEnv, (output) => {
    written = output;
    return {
      async sleep() {
        wake();
        await new Promise((resolve) => setTimeout(resolve, 5));
      },
      untilInterrupted: () => interrupt.signal,
    };
  });
  const exit = ended.then(({ code }) => code);
  const command = {
    out: () => written.out,
    err: () => written.err,
    idle: async () => {
      // The first pause may belong to a turn without the newest events.
      for (let pauses = 0; pauses < 2; pauses++)
        await Promise.race([new Promise<void>((resolve) => (wake = resolve)), exit]);
    },
    exit,
    /** Ends it as Ctrl-C does. Returns the exit code. */
    end: () => {
      interrupt.abort();
      return exit;
    },
  };
  onTestFinished(async () => void (await command.end()));
  return command;
}

describe('foyer events tail', () => {
  it('shows new events in one line each, until it is interrupted', async ({ app }) => {
    await addEvents(app, CREATED);
    const tail = start(app, 'events tail');
    await tail.idle();
    const subject = await addEvents(app, CREATED, UPDATED, {
      type: 'session.ended',
      data: { which: 'all', sessionId: null },
    });
    await tail.idle();
    expect(tail.out()).toMatch(
      new RegExp(
        `^[-\\d]{10} [:\\d]{8}  user.created           ${subject}  #1  by: sign-up\n` +
          `.{19}  user.updated           ${subject}  #2  changed: name, data.plan\n` +
          `.{19}  session.ended          ${subject}  #3  which: all\n$`,
      ),
    );
    expect([await tail.end(), tail.err()]).toEqual([EXIT_CODES.ok, '']);
  });

  it('shows the kept events of one person and type as JSON, with --from oldest', async ({ app }) => {
    const subject = await addEvents(app, CREATED, UPDATED);
    await addEvents(app, UPDATED);
    const args = `events tail --json --from oldest --subject ${subject} --type user.updated --type user.deleted`;
    const tail = start(app, args);
    await tail.idle();
    expect(jsonLines(tail.out())).toEqual([
      {
        id: expect.any(String) as string,
        timestamp: expect.any(String) as string,
        subject,
        sequence: 2,
        ...UPDATED,
      },
    ]);
  });

  it.for<[string, Record<string, string>, number]>([
    ['events', {}, EXIT_CODES.usage],
    ['events list', {}, EXIT_CODES.usage],
    ['events tail now', {}, EXIT_CODES.usage],
    ['events tail --type user.renamed', {}, EXIT_CODES.usage],
    ['events tail --from yesterday', {}, EXIT_CODES.usage],
    ['events tail --forward http://localhost', {}, EXIT_CODES.usage],
    ['events tail --subject ada', {}, EXIT_CODES.invalid],
    ['events tail', { FOYER_SERVICE_KEY: '' }, EXIT_CODES.notSignedIn],
    ['events tail', { FOYER_SERVICE_KEY: 'foyer_sk_x' }, EXIT_CODES.notSignedIn],
    ['listen', {}, EXIT_CODES.usage],
    ['listen --forward localhost:4000', {}, EXIT_CODES.usage],
    ['listen --forward http://ada:secret@localhost:4000', {}, EXIT_CODES.usage],
    ['listen http://localhost:4000', {}, EXIT_CODES.usage],
    ['whoami --type user.created', {}, EXIT_CODES.usage],
  ])('“foyer %s” with %j exits with %i', async ([args, env, code], { app }) => {
    expect(await start(app, args, env).exit).toBe(code);
  });

  it('exits with the code for refused when the key lacks the scope', async ({ app }) => {
    const other = await makeServiceKey(app, ['users:read']);
    const tail = start(app, 'events tail', { FOYER_SERVICE_KEY: other.key });
    expect(await tail.exit).toBe(EXIT_CODES.refused);
    expect(tail.err()).toContain('events:read');
  });
});

/** An app that receives webhooks signed with the secret that the command prints. */
async function startReceiver(secretOf: () => string) {
  /** `<subject> <sequence>` of the accepted events. */
  const accepted: string[] = [];
  /** The statuses of the next answers; then 204. */
  const statuses: number[] = [];
  let server: Listener | undefined;
  const statusOf = async (request: IncomingMessage) => {
    try {
      const event = await verifyWebhook(request, { secret: secretOf() });
      const status = statuses.shift() ?? 204;
      if (status === 204 && 'subject' in event) accepted.push(`${event.subject} ${event.sequence}`);
      return status;
    } catch (error) {
      return error instanceof WebhookError ? error.status : 500;
    }
  };
  const restart = async () => {
    server = await startServer(
      async (request, response) => {
        const status = await statusOf(request);
        response.writeHead(status, { connection: 'close', location: '/elsewhere' }).end();
      },
      { port: server?.port ?? 0 },
    );
    return server;
  };
  const stop = async () => server?.close();
  onTestFinished(stop);
  const { url } = await restart();
  return { url: `${url}/webhooks`, accepted, statuses, restart, stop };
}

const secretIn = (text: string) => /whsec_[\w+/]+=*/.exec(text)?.[0] ?? '';

/** Starts an app with the secret of `foyer listen`. */
async function startListening(app: TestApp, args = '') {
  let listening: ReturnType<typeof start> | null = null;
  const receiver = await startReceiver(() => secretIn(listening?.out() ?? ''));
  const listen = async (more = '') => {
    listening = start(app, `listen --forward ${receiver.url}${args}${more}`);
    await listening.idle();
    return listening;
  };
  return { receiver, listen };
}

describe('foyer listen', () => {
  it('forwards signed events in order, one line each, and goes on there the next time with the same secret', async ({
    app,
  }) => {
    const { receiver, listen } = await startListening(app);
    await addEvents(app, CREATED);
    const first = await listen();
    const one = await addEvents(app, CREATED, UPDATED);
    await first.idle();
    expect(receiver.accepted).toEqual([`${one} 1`, `${one} 2`]);
    expect(first.out()).toMatch(new RegExp(`user.updated .*${one}  #2 .*  → 204 in \\d+ ms\n$`));
    expect(await first.end()).toBe(EXIT_CODES.ok);

    const other = await addEvents(app, CREATED, DELETED);
    const second = await listen();
    expect(receiver.accepted.slice(2)).toEqual([`${other} 1`, `${other} 2`]);
    expect(secretIn(second.out())).toBe(secretIn(first.out()));
    expect(second.err()).toBe('');
  });

  it('goes on where the last run with the same types ended, whatever a run with other types has passed', async ({
    app,
  }) => {
    const { receiver, listen } = await startListening(app);
    await (await listen()).end();
    const deletions = await listen(' --type user.deleted --from now');
    const subject = await addEvents(app, CREATED, DELETED);
    await deletions.idle();
    expect(receiver.accepted).toEqual([`${subject} 2`]);
    await deletions.end();
    const again = await listen();
    expect(receiver.accepted.slice(1)).toEqual([`${subject} 1`, `${subject} 2`]);
    expect(secretIn(again.out())).toBe(secretIn(deletions.out()));
  });

  it('keeps its secret and cursor in a file for its owner only', async ({ app }) => {
    const { listen } = await startListening(app);
    const command = await listen();
    const folder = path.join(config(), 'foyer', 'listen');
    const [name = ''] = await readdir(folder);
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(folder, name), 'utf8')).toContain(secretIn(command.out()));
    await command.end();
    await writeFile(path.join(folder, name), '{}');
    const again = await listen();
    expect(await again.exit).toBe(EXIT_CODES.usage);
    expect(again.err()).toContain(name);
  });

  it('sends an event again while the app is away or answers with another status than 2xx', async ({
    app,
  }) => {
    const { receiver, listen } = await startListening(app);
    const command = await listen();
    await receiver.stop();
    const subject = await addEvents(app, CREATED, UPDATED);
    await expect.poll(() => command.err()).toContain('ECONNREFUSED');
    receiver.statuses.push(500, 500, 302, 404);
    await receiver.restart();
    await expect.poll(() => receiver.accepted).toEqual([`${subject} 1`, `${subject} 2`]);
    const warnings = command.err().trim().split('\n');
    expect(warnings.map((line) => /→ (.*?)\./.exec(line)?.[1])).toEqual([
      'ECONNREFUSED',
      'answer 500',
      'answer 302',
      'answer 404',
    ]);
  });

  it('goes on within a page where it was interrupted', async ({ app }) => {
    const { receiver, listen } = await startListening(app);
    await (await listen()).end();
    const subject = await addEvents(app, CREATED, UPDATED, DELETED);
    receiver.statuses.push(204, 204, ...Array.from({ length: 1000 }, () => 500));
    const second = await listen();
    await expect.poll(() => second.err()).toContain('answer 500');
    await second.end();
    expect(receiver.accepted).toEqual([`${subject} 1`, `${subject} 2`]);
    receiver.statuses.length = 0;
    const third = await listen();
    // The second run was interrupted during the third event. The receiver may accept that attempt.
    expect(receiver.accepted.slice(0, 3)).toEqual([1, 2, 3].map((sequence) => `${subject} ${sequence}`));
    expect(receiver.accepted.slice(3).filter((event) => event !== `${subject} 3`)).toEqual([]);
    expect(third.err()).toBe('');
  });

  it('begins again with --from oldest, and leaves out what was before with --from now', async ({ app }) => {
    const oldest = await startListening(app, ' --from oldest --type user.deleted --json');
    const subject = await addEvents(app, CREATED, DELETED);
    const command = await oldest.listen();
    const [head, ...rest] = jsonLines(command.out());
    expect(head).toEqual({ url: app.origin, forward: oldest.receiver.url, secret: secretIn(command.out()) });
    expect(rest).toContainEqual({
      event: expect.objectContaining({ subject, sequence: 2 }) as object,
      status: 204,
      durationMs: expect.any(Number) as number,
    });
    expect(oldest.receiver.accepted).not.toContain(`${subject} 1`);
    await command.end();

    const now = await startListening(app, ' --from now');
    await (await now.listen()).end();
    await addEvents(app, CREATED);
    const second = await now.listen();
    const later = await addEvents(app, CREATED);
    await second.idle();
    expect(now.receiver.accepted).toEqual([`${later} 1`]);
  });

  it('says that events have expired since the last run, and goes on with the oldest', async ({ app }) => {
    const { receiver, listen } = await startListening(app);
    await (await listen()).end();
    const expired = await addEvents(app, CREATED);
    await app.deps.collections.events.deleteMany({ subject: new ObjectId(expired) });
    const kept = await addEvents(app, CREATED);
    const second = await listen();
    expect(second.err()).toBe(
      'foyer: Events since the last run are no longer kept. Going on with the oldest.\n',
    );
    expect(receiver.accepted).toContain(`${kept} 1`);
  });
});

describe('following', () => {
  it('goes on after Foyer was away and then refused, and warns once', async ({ app }) => {
    const failures: (() => Promise<Response>)[] = [];
    const client = createFoyerClient({
      url: app.origin,
      serviceKey: key,
      // The client repeats a query during an outage, so the failure stays until the first pause.
      fetch: (url, init) => failures[0]?.() ?? fetch(url, init),
    });
    const interrupt = new AbortController();
    const warnings: string[] = [];
    const following: Following = {
      client,
      types: undefined,
      signal: interrupt.signal,
      sleep: async () => {
        failures.shift();
        await Promise.resolve();
      },
      warn: (text) => void warnings.push(text),
    };
    const pages = followEvents({ from: 'now' }, following);
    await pages.next();
    const subject = await addEvents(app, CREATED);
    const refusal = {
      error: { message: 'Too many requests.', data: { appCode: 'RATE_LIMITED', retryAfter: 1 } },
    };
    // The first pause is the one after the page.
    failures.push(
      () => Promise.reject(new Error('unused')),
      () => Promise.reject(new Error('away')),
      () => Promise.resolve(Response.json(refusal, { status: 429 })),
    );
    const { value } = await pages.next();
    expect(value?.events).toMatchObject([{ subject, sequence: 1 }]);
    expect(warnings).toEqual([`${app.origin} does not answer (UNAVAILABLE). Trying again.`]);
    interrupt.abort();
    expect((await pages.next()).done).toBe(true);
  });
});

it.for<[string, (child: ChildProcessByStdio<null, Readable, null>) => void]>([
  ['it is interrupted', (child) => void child.kill('SIGINT')],
  ['nobody reads its output any more', (child) => void child.stdout.destroy()],
])('a process ends with 0 when %s', async ([, end], { app }) => {
  await addEvents(app, CREATED);
  const child = spawn(process.execPath, [...fromSource(MAIN), 'events', 'tail', '--from', 'oldest'], {
    env: { ...process.env, XDG_CONFIG_HOME: config(), FOYER_URL: app.origin, FOYER_SERVICE_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  end(child);
  await addEvents(app, CREATED);
  expect(await exit).toEqual([EXIT_CODES.ok, null]);
});
