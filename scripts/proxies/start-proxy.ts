import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { onTestFinished } from 'vitest';
import { freePorts } from '../../src/testing/run/free-ports.ts';
import { isProxyInstalled, PATH } from '../../src/testing/run/installed.ts';
import { folderOfTest } from '../../src/testing/run/temporary-folder.ts';

const READY_WITHIN_MS = 60_000;
export const GUIDE_HOST = 'accounts.example.com';
const GUIDE_UPSTREAM = '127.0.0.1:3000';

export interface Proxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** The certificate authority of the proxy. */
  readonly authority: string;
  readonly folder: string;
}

/** With `REQUIRE_PROXIES`, as in CI, a missing proxy is a failure and not a skipped test. */
export function canTest(name: 'nginx' | 'caddy'): boolean {
  if (isProxyInstalled(name)) return true;
  if (process.env['REQUIRE_PROXIES']) throw new Error(`${name} is not installed`);
  return false;
}

/** Starts nginx until the end of the test with its guide's configuration, with ports and files of the test. */
export async function startNginx(guide: string, foyerPort: number): Promise<Proxy> {
  const folder = folderOfTest();
  const httpPort = await freePorts(2);
  const httpsPort = httpPort + 1;
  const certificate = path.join(folder, 'fullchain.pem');
  const key = path.join(folder, 'privkey.pem');
  makeCertificate(certificate, key);
  const site = guide
    .replace('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`)
    .replaceAll(GUIDE_UPSTREAM, `127.0.0.1:${foyerPort}`)
    .replaceAll(`/etc/letsencrypt/live/${GUIDE_HOST}`, folder)
    .replaceAll('/var/log/nginx', folder);
  await writeFile(path.join(folder, 'foyer.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')} include ${folder}/foyer.conf; }`;
  await writeFile(path.join(folder, 'nginx.conf'), main);
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH },
  });
  await untilListening(child, httpsPort);
  return { httpPort, httpsPort, authority: await readFile(certificate, 'utf8'), folder };
}

/** Starts Caddy, too. Its own authority makes the certificate. */
export async function startCaddy(guide: string, foyerPort: number): Promise<Proxy> {
  const folder = folderOfTest();
  const httpPort = await freePorts(2);
  const httpsPort = httpPort + 1;
  await writeFile(
    path.join(folder, 'guide.caddy'),
    guide.replaceAll(GUIDE_UPSTREAM, `127.0.0.1:${foyerPort}`),
  );
  const options = `{
	admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	http_port ${httpPort}
	https_port ${httpsPort}
}
import ${folder}/guide.caddy
`;
  await writeFile(path.join(folder, 'Caddyfile'), options);
  const child = spawn(
    'caddy',
    ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    },
  );
  await untilListening(child, httpsPort);
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  return { httpPort, httpsPort, authority: await readFile(root, 'utf8'), folder };
}

function makeCertificate(certificate: string, key: string): void {
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1'.split(' ');
  const names = ['-subj', `/CN=${GUIDE_HOST}`, '-addext', `subjectAltName=DNS:${GUIDE_HOST}`];
  const made = spawnSync('openssl', [...args, ...names, '-keyout', key, '-out', certificate], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
}

/** Waits for TLS at the guides' host. Caddy listens, but refuses handshakes until it has the certificate. */
async function untilListening(child: ChildProcess, port: number): Promise<void> {
  onTestFinished(() => end(child));
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until && child.exitCode === null;) {
    if (await endsTls(port)) return;
    await sleep(50);
  }
  throw new Error(`The proxy did not start. It said:\n${output.slice(-4000)}`);
}

function endsTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(
      { host: '127.0.0.1', port, servername: GUIDE_HOST, rejectUnauthorized: false },
      () => {
        socket.destroy();
        resolve(true);
      },
    );
    socket.on('error', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
