import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const CODE = /^\d{6}\r?$/m;

export type MailSink = Awaited<ReturnType<typeof startMailSink>>;

/** A mail server that accepts everything, and keeps the code of a mail that somebody waits for. */
export async function startMailSink() {
  const waiting = new Map<string, (code: string) => void>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      let text = '';
      stream.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => {
        const code = CODE.exec(text)?.[0].trim();
        for (const { address } of envelope.rcptTo) {
          if (code !== undefined) waiting.get(address)?.(code);
        }
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Resolves with the code of the next mail to this address. */
    codeTo: (email: string) => new Promise<string>((resolve) => waiting.set(email, resolve)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
