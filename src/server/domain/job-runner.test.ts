import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { DAY_MS, HOUR_MS, JOB_LEASE_MS, MINUTE_MS, SECOND_MS } from '../../shared/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { createMailTransport } from '../mail/transport.ts';
import { enqueueJob } from './jobs/jobs.ts';
import { JOB_PAUSE_MAX_MS, runDueJobs } from './job-runner.ts';

type Mood = 'takes everything' | 'is busy' | 'refuses the recipient' | 'takes it and says that it did not';

interface MailServer {
  mood: Mood;
  readonly port: number;
  readonly received: ParsedMail[];
  readonly recipients: string[];
  close(): Promise<void>;
}

async function startMailServer(port = 0): Promise<MailServer> {
  const received: ParsedMail[] = [];
  const recipients: string[] = [];
  const state: { mood: Mood } = { mood: 'takes everything' };
  const answering = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (state.mood === 'is busy') return done(answering(`4.3.2 try ${address} later`, 451));
      if (state.mood === 'refuses the recipient') return done(answering(`5.1.1 no ${address} here`, 550));
      return done();
    },
    onData(stream, { envelope }, done) {
      simpleParser(stream)
        .then((mail) => received.push(mail))
        .then(() => {
          recipients.push(...envelope.rcptTo.map(({ address }) => address));
          const isLying = state.mood === 'takes it and says that it did not';
          return done(isLying ? answering('4.3.0 who knows', 451) : null);
        }, done);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    port: (server.server.address() as AddressInfo).port,
    received,
    recipients,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let server: MailServer;
let deps: Dependencies;
it.beforeEach(async ({ app }) => {
  server = await startMailServer();
  deps = {
    ...app.deps,
    mail: createMailTransport(
      { ...app.deps.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` },
      app.deps.log,
    ),
  };
});
afterEach(async () => {
  await deps.mail.close();
  await server.close();
});

const MAIL = { subject: 'What happened', text: 'plain', html: '<p>markup</p>' };

function mailTo(person: string): Promise<void> {
  return enqueueJob(deps, { kind: 'mail', mail: { ...MAIL, to: `${person}@example.test` } });
}

/** Runs due jobs as a process that sends mails in this way. */
const runSending = (send: Dependencies['mail']['send']) =>
  runDueJobs({ ...deps, mail: { send, close: () => Promise.resolve() } });

const waiting = () => deps.collections.jobs.countDocuments({ failedAt: { $exists: false } });

async function runFor(app: TestApp, ms: number, everyMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    app.advance(everyMs);
    await runDueJobs(deps);
  }
}

describe('a mail server that is down', () => {
  it('for an hour and then busy loses no mail, and each arrives within minutes', async ({ app }) => {
    const { port } = server;
    await server.close();
    const people = ['away-0', 'away-1', 'away-2'];
    for (const person of people) await mailTo(person);
    await runDueJobs(deps);
    await runFor(app, HOUR_MS, MINUTE_MS);
    expect(await waiting()).toBe(3);

    server = await startMailServer(port);
    server.mood = 'is busy';
    await runFor(app, JOB_PAUSE_MAX_MS, MINUTE_MS);
    expect(server.received).toEqual([]);
    server.mood = 'takes everything';
    await runFor(app, JOB_PAUSE_MAX_MS, MINUTE_MS);
    expect(await waiting()).toBe(0);
    expect(new Set(server.recipients)).toEqual(new Set(people.map((person) => `${person}@example.test`)));
    expect(server.received).toHaveLength(people.length);
  });

  it('for a day loses no mail either', { tags: 'all' }, async ({ app }) => {
    const { port } = server;
    await server.close();
    await mailTo('patient');
    await runDueJobs(deps);
    await runFor(app, DAY_MS, JOB_PAUSE_MAX_MS);
    server = await startMailServer(port);
    await runFor(app, JOB_PAUSE_MAX_MS, JOB_PAUSE_MAX_MS);
    expect(server.received).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });
});

describe('a mail', () => {
  it('that may have accepted a mail gets the same mail again', async ({ app }) => {
    server.mood = 'takes it and says that it did not';
    await mailTo('twice');
    await runDueJobs(deps);
    server.mood = 'takes everything';
    await runFor(app, 2 * JOB_LEASE_MS, 10 * SECOND_MS);
    expect(await waiting()).toBe(0);
    expect(server.received).toHaveLength(2);
    const [first, second] = server.received.map(({ messageId }) => messageId);
    expect(first).toMatch(/^<[0-9a-f]{24}@localhost>$/);
    expect(second).toBe(first);
  });

  it('is sent once, while another process looks for jobs', async () => {
    await mailTo('once');
    await runSending(async (mail) => {
      await runDueJobs(deps);
      return deps.mail.send(mail);
    });
    expect(server.received).toHaveLength(1);
  });

  it('belongs to the next process after the lease, and a late failure does not change that', async ({
    app,
  }) => {
    await mailTo('late');
    const sending = new EventEmitter();
    const began = once(sending, 'began');
    let next: Promise<number> | undefined;
    await runSending(async () => {
      app.advance(JOB_LEASE_MS + 1);
      next = runSending(async (mail) => {
        const mayEnd = once(sending, 'may end');
        sending.emit('began');
        await mayEnd;
        return deps.mail.send(mail);
      });
      await began;
      throw new Error('the mail server did not answer');
    });
    // The pause after the failure is shorter than the lease of the next process.
    app.advance(JOB_LEASE_MS - SECOND_MS);
    expect(await runDueJobs(deps)).toBe(0);
    sending.emit('may end');
    await next;
    expect(server.received).toHaveLength(1);
  });

  it('that is refused for good is given up at once, logged without the address', async ({ app }) => {
    server.mood = 'refuses the recipient';
    const from = app.logLines.length;
    await mailTo('nobody');
    expect(await runDueJobs(deps)).toBe(1);
    expect(await waiting()).toBe(0);
    const logged = app.logLines.slice(from);
    expect(logged).toMatchObject([
      {
        msg: 'job given up',
        kind: 'mail',
        attempts: 1,
        err: { type: 'MailRefusedError', message: 'the mail server answered 550 5.1.1 to RCPT TO' },
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain('nobody@');
  });

  it('that is deferred has a log line without the address, too', async ({ app }) => {
    server.mood = 'is busy';
    const from = app.logLines.length;
    await mailTo('later');
    await runDueJobs(deps);
    const logged = app.logLines.slice(from);
    expect(logged).toMatchObject([{ msg: 'job failed, will be tried again', attempts: 1 }]);
    expect(JSON.stringify(logged)).toContain('answered 451 4.3.2');
    expect(JSON.stringify(logged)).not.toContain('later@');
    await deps.collections.jobs.deleteMany({});
  });
});
