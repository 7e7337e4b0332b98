import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';
import { addValue } from './gauges.ts';

/**
 * The default of 10 ms takes 0.7 % of a core without any request; 100 ms takes a tenth of it. The metrics of
 * prom-client use the default and add the garbage collection, so Foyer has few of its own.
 */
const RESOLUTION_MS = 100;
const NS_PER_SECOND = 1e9;
const DELAYS = [
  ['p50', (delays: Delays) => delays.percentile(50)],
  ['p99', (delays: Delays) => delays.percentile(99)],
  ['max', (delays: Delays) => delays.max],
] as const;

type Delays = ReturnType<typeof monitorEventLoopDelay>;

/** Adds memory, processor time, start time and the event loop. Returns a function that stops measuring. */
export function watchProcess(registry: Registry): () => void {
  const gauge = (name: string, help: string, read: () => number) => addValue(registry, name, help, read);
  const started = Date.now() / 1000 - process.uptime();
  gauge('process_start_time_seconds', 'When the process was started, in seconds since 1970.', () => started);
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge(
    'v8js_memory_heap_used_bytes',
    'The part of the heap that is used.',
    () => process.memoryUsage().heapUsed,
  );
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads.',
    registers: [],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  registry.registerMetric(cpu);

  let before = performance.eventLoopUtilization();
  gauge(
    'nodejs_eventloop_utilization_ratio',
    'The part of the time since the last reading in which the event loop worked.',
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
  );
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  for (const [name, read] of DELAYS)
    gauge(
      `nodejs_eventloop_delay_${name}_seconds`,
      `How late the event loop was since the last reading: ${name}.`,
      () => {
        // Node.js measures from one turn to the next.
        const seconds = delays.count === 0 ? 0 : read(delays) / NS_PER_SECOND - RESOLUTION_MS / 1000;
        // `max` is read last.
        if (name === 'max') delays.reset();
        return Math.max(0, seconds);
      },
    );
  return () => void delays.disable();
}
