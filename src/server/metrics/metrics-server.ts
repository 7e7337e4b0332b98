import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { createHttpServer } from '../http/http-server.ts';
import type { Log } from '../log/log-lines.ts';
import type { MetricsSettings } from '../settings/metrics.ts';

const PATH = '/metrics';

export class MetricsPortError extends Error {
  override readonly name = 'MetricsPortError';
}

/** Answers `GET /metrics` on a port of its own; the public port never does. Throws `MetricsPortError`. */
export async function serveMetrics(
  registry: Registry,
  { port, host }: MetricsSettings,
  log: Pick<Log, 'error'>,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const http = createHttpServer();
  http.server.on('request', (req, res) => {
    answer(registry, req, res).catch((error: unknown) => {
      log.error({ err: error }, 'metrics could not be answered');
      res.writeHead(500).end();
    });
  });
  try {
    await http.listen(port, host);
  } catch (error) {
    throw new MetricsPortError(explain(error, port));
  }
  const address = http.server.address();
  return { port: typeof address === 'object' && address ? address.port : port, close: http.close };
}

async function answer(registry: Registry, req: IncomingMessage, res: ServerResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  const [path] = (req.url ?? '').split('?');
  if (path !== PATH) return void res.writeHead(404).end();
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return void res.writeHead(405, { Allow: 'GET, HEAD' }).end();
  const text = await registry.metrics();
  res.writeHead(200, { 'Content-Type': registry.contentType, 'Content-Length': Buffer.byteLength(text) });
  res.end(req.method === 'HEAD' ? undefined : text);
}

function explain(error: unknown, port: number): string {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set METRICS_PORT to a free one, or METRICS to off.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set METRICS_PORT.`;
  return 'METRICS_HOST names no address of this machine. Set it to one that the machine has, or to * for all of them.';
}
