import { setTimeout as sleep } from 'node:timers/promises';
import type { LogMessage } from '../../server/log/log-lines.ts';
import { freePorts } from '../run/free-ports.ts';
import { valueOf } from '../app/metrics-samples.ts';
import { startServerProcess } from '../faults/server-process.ts';

const SCRAPE_EVERY_MS = 500;

export type OperatedProcess = Awaited<ReturnType<typeof startOperatedProcess>>;
type LogLine = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

/** Starts a server, waits until it is ready, and reads its metrics until it ends, as Prometheus does. */
export async function startOperatedProcess(options: {
  folder: string;
  settings: Readonly<Record<string, string>>;
}) {
  const port = await freePorts(2);
  const metricsPort = port + 1;
  const settings = { ...options.settings, METRICS: 'on', METRICS_PORT: String(metricsPort) };
  const server = await startServerProcess({ ...options, port, settings });
  const scrapes: string[] = [];
  const over = new AbortController();
  const scraping = scrape(metricsPort, scrapes, over.signal);
  const end = async <T>(ending: Promise<T>): Promise<T> => {
    const ended = await ending;
    over.abort();
    await scraping;
    return ended;
  };
  const allLines = () => linesIn(server.output());
  return {
    port,
    stop: () => end(server.stop()),
    kill: (alsoDatabase: boolean) => end(server.kill(alsoDatabase)),
    countScrapes(metric: string, labels: Labels, isWanted: (value: number) => boolean): number {
      const values = scrapes.map((text) => valueOf(text, metric, labels));
      return values.filter((value) => value !== undefined && isWanted(value)).length;
    },
    /** The value in the last scrape, or `undefined`. */
    lastValue: (metric: string, labels: Labels = {}) => valueOf(scrapes.at(-1) ?? '', metric, labels),
    lines: (message: LogMessage) => allLines().filter(({ msg }) => msg === message),
    allLines,
  };
}

/** A process that ends refuses the connection. */
async function scrape(port: number, scrapes: string[], over: AbortSignal): Promise<void> {
  for (; !over.aborted; await sleep(SCRAPE_EVERY_MS)) {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => null,
    );
    if (text !== null) scrapes.push(text);
  }
}

/** The process also prints words for a terminal, and the last line may be incomplete. */
function linesIn(output: string): LogLine[] {
  return output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}
