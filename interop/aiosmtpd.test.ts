import { fileURLToPath } from 'node:url';
import { describe, expect, vi } from 'vitest';
import { createMailTransport } from '../src/server/mail/transport.ts';
import { it } from '../src/testing/app/fixture.ts';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { skipWithout } from './skip-without.ts';
import { startProgram } from './start-program.ts';

const RECEIVER = fileURLToPath(new URL('aiosmtpd_receiver.py', import.meta.url));

interface Received {
  readonly code: string;
}

describe('aiosmtpd of Debian', () => {
  it('receives a sign-in mail, and the code that the parser of Python reads signs in', async ({
    app,
    skip,
  }) => {
    skipWithout({ skip }, 'aiosmtpd');
    const port = await freePorts(1);
    const receiver = await startProgram('/usr/bin/python3', [RECEIVER, String(port)], { port });
    const { settings, log } = app.deps;
    const email = 'aiosmtpd@example.test';
    const agent = app.agent();
    await app.client(agent).session.requestLink.mutate({ email });
    const transport = createMailTransport({ ...settings, smtpUrl: `smtp://127.0.0.1:${port}` }, log);
    const sent = app.mailbox.last(email);
    await transport.send(sent);
    await transport.close();

    const mail = JSON.parse(await vi.waitUntil(() => receiver.output().trim())) as Received;
    expect(mail).toEqual({
      to: [email],
      defects: [],
      subject: sent.subject,
      code: app.mailbox.codeOf(sent),
      link: app.mailbox.linkOf(sent),
      linkInHtml: app.mailbox.linkOf(sent),
    });
    await app.client(agent).session.signInWithCode.mutate({ email, code: mail.code });
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
  });
});
