/**
 * Sets Foyer up by its guides for systemd and Caddy, as on a machine of its own: with the ports 80 and 443 and
 * names of hosts that lead to it. `in-an-hour.test.ts` runs it as the first process of namespaces, so whatever it
 * starts ends with it. The first argument is the folder that has the installed package. It prints what it found.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { destination, pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { Agent, fetch } from 'undici';
import { blocksOf } from '../scripts/documents/markdown.ts';
import { startEmbeddedDatabase } from '../src/server/development/embedded-database/start-embedded-database.ts';
import { LIBRARY_CACHE } from '../src/testing/database/server.ts';

const HOST = 'accounts.example.com';
const AUTHORITY = 'ca.example.com';
const MAIL_HOST = 'mail.example.com';
const ORIGIN = `https://${HOST}`;
const ADA = 'ada@example.com';
const WITHIN_MS = 60_000;

const folder = path.resolve(process.argv[2] ?? '');
const inFolder = (name: string) => path.join(folder, name);

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  spawn(program, args, { cwd: folder, env, stdio: ['ignore', 2, 2] });
}

async function until<Value>(what: string, find: () => Promise<Value | null>): Promise<Value> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(200)) {
    const found = await find().catch(() => null);
    if (found !== null) return found;
  }
  throw new Error(`${what} took longer than ${WITHIN_MS / 1000} s`);
}

async function startCaddy(name: string, configuration: string): Promise<string> {
  const data = inFolder(name);
  const file = `${data}.caddy`;
  await writeFile(file, configuration);
  const env = { PATH: process.env['PATH'], HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
  start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], env);
  return path.join(data, 'caddy');
}

/** A certificate authority with ACME (RFC 8555), which also signs the certificate of the mail server. */
async function startAuthority() {
  const data = await startCaddy(
    'authority',
    `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	https_port 9443
}
${AUTHORITY} {
	tls internal
	acme_server
}
${MAIL_HOST} {
	tls internal
}
`,
  );
  const certificate = path.join(data, 'certificates/local', MAIL_HOST, MAIL_HOST);
  const [cert, key] = await until('the certificate of the mail server', () =>
    Promise.all([readFile(`${certificate}.crt`, 'utf8'), readFile(`${certificate}.key`, 'utf8')]),
  );
  return { root: path.join(data, 'pki/authorities/local/root.crt'), cert, key };
}

async function startMailServer(tls: { readonly cert: string; readonly key: string }) {
  const mails: string[] = [];
  const server = new SMTPServer({
    ...tls,
    secure: true,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'foyer' }),
    onData(stream, _session, callback) {
      let mail = '';
      stream.setEncoding('utf8').on('data', (text: string) => (mail += text));
      stream.on('end', () => {
        mails.push(mail);
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(465, '127.0.0.1', () => resolve()));
  return mails;
}

/** What the guide for systemd writes to `/etc/foyer/settings`, with the secrets of this test. */
async function settingsOfGuide(databaseUri: string): Promise<Record<string, string>> {
  const blocks = await blocksOf('systemd', 'sh');
  const makesSecret =
    blocks.find((block) => block.includes('AUTH_SECRET='))?.match(/^openssl .*$/m)?.[0] ?? '';
  const secret = run('sh', ['-c', makesSecret.replace(/ >>.*/, '')]);
  const written = secret + (blocks.find((block) => block.startsWith('NODE_ENV=')) ?? '');
  const settings = Object.fromEntries(
    [...written.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1').replace('<password>', 'pw'),
    ]),
  );
  return { ...settings, MONGODB_URI: databaseUri, BREACHED_PASSWORDS: 'off' };
}

run('ip', ['link', 'set', 'lo', 'up']);
await writeFile(inFolder('hosts'), `127.0.0.1 localhost ${HOST} ${AUTHORITY} ${MAIL_HOST}\n`);
run('mount', ['--bind', inFolder('hosts'), '/etc/hosts']);

const database = await startEmbeddedDatabase({
  directory: inFolder('database'),
  log: pino({ level: 'warn' }, destination(2)),
  libraryCache: LIBRARY_CACHE,
});
const authority = await startAuthority();
const mails = await startMailServer(authority);
const settings = await settingsOfGuide(database.uri);
const environment = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: authority.root, ...settings };
const foyer = inFolder('node_modules/.bin/foyer-server');

run(foyer, ['settings', '--check'], environment);
start(foyer, [], environment);
const [site = ''] = await blocksOf('caddy', 'text');
await startCaddy(
  'proxy',
  `{
	admin off
	acme_ca https://${AUTHORITY}:9443/acme/local/directory
	acme_ca_root ${authority.root}
}
${site}`,
);

const ca = await readFile(authority.root, 'utf8');
const dispatcher = new Agent({ connect: { ca } });
const cookies = new Map<string, string>();
async function ask(target: string, input?: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(ORIGIN + target, {
    dispatcher,
    ...(input && { method: 'POST', body: JSON.stringify(input) }),
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  return { status: answer.status, text: await answer.text() };
}

const ready = await until('an answer over https', async () => {
  const answer = await ask('/readyz');
  return answer.status === 200 ? answer.text : null;
});
const socket = connect({ host: HOST, port: 443, servername: HOST, ca });
await once(socket, 'secureConnect');
const { authorized } = socket;
const issuer = socket.getPeerCertificate().issuer.CN;
socket.destroy();

/** By the code of the mail. */
async function signIn() {
  const before = mails.length;
  await ask('/trpc/session.requestLink', { email: ADA });
  const code = await until('the mail', () =>
    Promise.resolve(
      /^\s*(\d{3}) ?(\d{3})\s*$/m
        .exec(mails[before] ?? '')
        ?.slice(1)
        .join('') ?? null,
    ),
  );
  return ask('/trpc/session.signInWithCode', { email: ADA, code });
}

const signedIn = await signIn();
const granted = run(foyer, ['admin', 'grant', ADA], environment);
// The new role has ended the sessions.
await signIn();
const checklist = await ask('/trpc/administration.checklist');

console.log(JSON.stringify({ ready, authorized, issuer, signedIn, granted, checklist }));
process.exit();
