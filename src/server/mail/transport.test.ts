import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { NO_BRAND } from '../settings/brand.ts';
import type { MailSettings } from './compose-mail.ts';
import type { Mail, MailTransport } from './mail.ts';
import { readOutbox } from '../development/mails/outbox.ts';
import { KIND_SAMPLES } from './samples.ts';
import { createMailTransport } from './transport.ts';

interface Received {
  readonly envelope: SMTPServerEnvelope;
  readonly mail: ParsedMail;
  /** The name in EHLO. */
  readonly greeting: string;
}

const MAIL: Mail = { to: 'alice@example.com', subject: 'Hello', text: 'plain text', html: '<p>markup</p>' };
const SITE = { origin: 'http://localhost:3000', basePath: '', brand: NO_BRAND };

const FORGED_ADDRESSES = [
  'alice@example.com\r\nBcc: eve@evil.example',
  'alice@example.com\n',
  'alice@example.com,eve@evil.example',
  'alice@example.com, eve@evil.example',
  '"eve@evil.example,"@example.com',
  '"eve@evil.example x"@example.com',
  'friends:alice@example.com,eve@evil.example;',
  'Alice <alice@example.com>',
  'alice＠example.com',
  'alice\u00ad@example.com',
  'Alice@example.com',
  `${'a'.repeat(1_000_000)}@example.com`,
  '',
];

let dataDir: string;
let logged: string;

const log = pino({}, { write: (line) => void (logged += line) });

beforeEach(() => {
  dataDir = folderOfTest();
  logged = '';
});

/** Accepts everything on loopback, without TLS. */
async function startMailServer(host = '127.0.0.1') {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream, { keepCidLinks: true })
        .then((mail) =>
          received.push({ envelope: session.envelope, mail, greeting: session.hostNameAppearsAs }),
        )
        .then(() => done(), done);
    },
  });
  server.listen(0, host);
  await once(server.server, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://${host}:${port}`, received };
}

function transportTo(
  smtpUrl: string | null,
  mode: 'development' | 'production' = 'development',
  site: MailSettings = SITE,
) {
  const printed: string[] = [];
  const settings = { ...site, mode, smtpUrl, mailFrom: 'Foyer Mail <no-reply@foyer.example>', dataDir };
  const transport: MailTransport = createMailTransport(settings, log, (text) => printed.push(text));
  onTestFinished(() => transport.close());
  return { transport, printed };
}

describe('with a mail server', () => {
  it('sends text and HTML to exactly one recipient', async () => {
    const { url, received } = await startMailServer();
    const mail = KIND_SAMPLES['sign-in-link'](SITE, 'en');
    await transportTo(url).transport.send(mail);

    expect(received).toMatchObject([
      {
        envelope: {
          mailFrom: { address: 'no-reply@foyer.example' },
          rcptTo: [{ address: mail.to }],
        },
        mail: {
          subject: 'Sign in to localhost:3000',
          from: { text: '"Foyer Mail" <no-reply@foyer.example>' },
          to: { text: mail.to },
          text: mail.text,
        },
      },
    ]);
    const [only] = received;
    expect(only?.envelope.rcptTo).toHaveLength(1);
    expect(only?.mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(String(only?.mail.html).trim()).toBe(mail.html.trim());
  });

  it.each([
    ['https://accounts.example.com', 'accounts.example.com'],
    ['https://accounts.example.com:8443', 'accounts.example.com'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', '[127.0.0.1]'],
    ['http://[::1]:3000', '[IPv6:::1]'],
  ])('greets with the host of APP_ORIGIN: %s', async (origin, greeting) => {
    const { url, received } = await startMailServer();
    await transportTo(url, 'development', { ...SITE, origin }).transport.send(MAIL);
    // `smtp-server` lowers the case.
    expect(received.map((each) => each.greeting)).toEqual([greeting.toLowerCase()]);
  });

  it('attaches the logo that the HTML shows, and nothing to a mail without it', async () => {
    const { url, received } = await startMailServer();
    const { transport } = transportTo(url);
    await transport.send({ ...MAIL, html: '<img src="cid:logo@foyer" alt="" />' });
    await transport.send(MAIL);

    const [withLogo, without] = received.map(({ mail }) => mail);
    expect(withLogo?.attachments).toMatchObject([
      { cid: 'logo@foyer', contentType: 'image/png', contentDisposition: 'inline', related: true },
    ]);
    expect(withLogo?.attachments[0]?.content.subarray(1, 4).toString()).toBe('PNG');
    expect(without?.attachments).toEqual([]);
  });

  it('attaches the light and the dark logo of the brand', async () => {
    const png = { contentType: 'image/png', path: '/' };
    const files = {
      'logo.png': { ...png, content: Buffer.from('light') },
      'logo-dark.png': { ...png, content: Buffer.from('dark') },
    };
    const settings = { ...SITE, brand: { ...NO_BRAND, files } };
    const { url, received } = await startMailServer();
    const mail = KIND_SAMPLES['sign-in-link'](settings, 'en');
    await transportTo(url, 'development', settings).transport.send(mail);

    const logos = received[0]?.mail.attachments.map(({ cid, content }) => `${cid} ${content.toString()}`);
    expect(logos).toEqual(['logo@foyer light', 'dark-logo@foyer dark']);
  });

  it('logs the sending without the address and the text', async () => {
    const { url } = await startMailServer();
    await transportTo(url).transport.send(MAIL);
    expect(logged).toContain('mail accepted');
    expect(logged).not.toMatch(/alice|plain text|markup/);
  });

  it('refuses a subject with a line break', async () => {
    const { url, received } = await startMailServer();
    const forged = { ...MAIL, subject: 'Hello\r\nBcc: eve@evil.example' };
    await expect(transportTo(url).transport.send(forged)).rejects.toThrow('not one line');
    expect(received).toEqual([]);
  });

  it('requires TLS in production, except for this machine', async () => {
    // 127.0.0.2 is loopback, but no name that counts as this machine.
    const remote = await startMailServer('127.0.0.2');
    await expect(transportTo(remote.url, 'production').transport.send(MAIL)).rejects.toThrow(/STARTTLS|TLS/);
    expect(remote.received).toEqual([]);
    await transportTo(remote.url, 'development').transport.send(MAIL);
    expect(remote.received).toHaveLength(1);

    const local = await startMailServer();
    await transportTo(local.url, 'production').transport.send(MAIL);
    expect(local.received).toHaveLength(1);
  });

  it('rejects when no server answers', async () => {
    const { transport } = transportTo('smtp://127.0.0.1:1');
    await expect(transport.send(MAIL)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('without a mail server', () => {
  it('stores each message in a file for its owner only, prints it, and lists the newest first', async () => {
    const { transport, printed } = transportTo(null);
    expect(await readOutbox(dataDir, 100)).toEqual([]);
    for (const subject of ['first', 'second', 'third']) await transport.send({ ...MAIL, subject });

    const messages = await readOutbox(dataDir, 2);
    expect(messages.map(({ subject }) => subject)).toEqual(['third', 'second']);
    expect(messages[0]).toEqual({
      id: expect.stringMatching(/^\d{17}-[0-9a-f]{8}$/),
      kind: 'mail',
      ...MAIL,
      subject: 'third',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const folder = path.join(dataDir, 'outbox');
    const files = await readdir(folder);
    expect(files).toHaveLength(3);
    for (const file of files) expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
    expect(printed.join('')).toContain('Mail to alice@example.com: third\n  │ plain text\n');
    expect(logged).toBe('');
  });

  it('stores all of 50 concurrent messages in order', async () => {
    const { transport } = transportTo(null);
    const subjects = Array.from({ length: 50 }, (_, index) => `message ${index}`);
    await Promise.all(subjects.map((subject) => transport.send({ ...MAIL, subject })));
    const storedSubjects = (await readOutbox(dataDir, 100)).map(({ subject }) => subject);
    expect(storedSubjects).toEqual(subjects.reverse());
  });
});

describe.each(['with', 'without'])('%s a mail server', (what) => {
  it.each(FORGED_ADDRESSES)('refuses %j', async (to) => {
    const { url, received } = await startMailServer();
    const { transport } = transportTo(what === 'with' ? url : null);
    await expect(transport.send({ ...MAIL, to })).rejects.toThrow('not one plain address');
    expect([received, await readOutbox(dataDir, 1)]).toEqual([[], []]);
  });
});
