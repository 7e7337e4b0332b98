import net from 'node:net';

// A test must not depend on the internet. All connections of Node (http, tls, fetch, the database driver) use
// this method, which refuses other hosts before a name is looked up.
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

interface ConnectTarget {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string | null;
}

/** Node passes its normalized form: an array with the options as its first element. */
function targetOf(parts: readonly unknown[]): ConnectTarget {
  const first: unknown = Array.isArray(parts[0]) ? (parts[0] as unknown[])[0] : parts[0];
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'number') {
    return typeof parts[1] === 'string' ? { port: first, host: parts[1] } : { port: first };
  }
  return { path: String(first) };
}

const connect = net.Socket.prototype.connect as (...parts: unknown[]) => net.Socket;

function connectLoopback(this: net.Socket, ...parts: unknown[]): net.Socket {
  const { host = 'localhost', path } = targetOf(parts);
  if (typeof path !== 'string' && !LOOPBACK_HOST.test(host)) {
    const refused = new Error(`a test tried to connect to ${host}: only this machine is allowed`);
    process.nextTick(() => this.destroy(refused));
    return this;
  }
  return connect.apply(this, parts);
}

// This runs once for each test file, but one process runs many files.
if (connect.name !== connectLoopback.name) net.Socket.prototype.connect = connectLoopback;
