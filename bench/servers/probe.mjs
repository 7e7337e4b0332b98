// Loaded first into every measured server (`node --import`), also into the build, so it is plain JavaScript.
// It reports the used resources over IPC, never over HTTP.
import { Server } from 'node:net';

process.on('message', (message) => {
  if (message?.type !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({
    type: 'usage',
    id: message.id,
    /** Measured here, because a busy process answers late. */
    atMs: performance.now(),
    cpuUs: user + system,
    rssBytes: process.memoryUsage.rss(),
  });
});
// When the parent has ended, nothing else would end this process.
process.on('disconnect', () => process.exit());
// The channel must not keep the process alive.
process.channel?.unref();

// In production Foyer listens on every address, but a benchmark must stay on loopback.
const { listen } = Server.prototype;
Server.prototype.listen = function listenOnLoopback(...parts) {
  const [options] = parts;
  if (options?.port !== undefined && options.host === undefined) parts[0] = { ...options, host: '127.0.0.1' };
  return listen.apply(this, parts);
};
