/**
 * Loaded into every server under measurement before anything else (`node --import`), the built Foyer too, which is why it is plain
 * JavaScript: it answers what the process has used, over its own channel and never over HTTP.
 */
import { Server } from 'node:net';

process.on('message', (message) => {
  if (message?.type !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({
    type: 'usage',
    id: message.id,
    /** Taken here, because a busy process answers late. */
    atMs: performance.now(),
    cpuUs: user + system,
    rssBytes: process.memoryUsage.rss(),
  });
});
// Whoever started the measurement is gone, and with it whoever would end this.
process.on('disconnect', () => process.exit());
// It is no reason to stay alive.
process.channel?.unref();

// In production Foyer listens on every address of the machine. A benchmark is nobody else's business.
const { listen } = Server.prototype;
Server.prototype.listen = function listenOnLoopback(...parts) {
  const [options] = parts;
  if (options?.port !== undefined && options.host === undefined) parts[0] = { ...options, host: '127.0.0.1' };
  return listen.apply(this, parts);
};
