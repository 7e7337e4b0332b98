import net from 'node:net';

// A test that reaches the internet passes or fails with the weather. Every connection of Node (http, tls, fetch, the
// database driver) is made by this one method; anything but this machine is refused before a name is looked up.
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

interface ConnectTarget {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string | null;
}

/** Node hands over its own normalized form, an array that holds the options first. */
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

// This runs once a test file, the process lives for many.
if (connect.name !== connectLoopback.name) net.Socket.prototype.connect = connectLoopback;
