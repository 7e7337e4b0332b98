import type { EnvironmentReader } from './faults.ts';
import * as values from './values.ts';

export interface MetricsSettings {
  readonly port: number;
  /** `null`: all addresses of the machine. */
  readonly host: string | null;
  readonly commands: boolean;
}

/** The port of OpenTelemetry's exporters for Prometheus. */
const DEFAULT_PORT = 9464;
/** Loopback, as OpenTelemetry's exporters: reading from another machine is a choice. */
const DEFAULT_HOST = '127.0.0.1';

const REMEDY = {
  flag: 'Set it to on or off.',
  port: 'Set it to a port from 1 to 65535 that is not PORT.',
  host: 'Set it to an address of this machine, e.g. 10.0.0.5, or to * for all of them.',
} as const;

/** `null`: no metrics. */
export function readMetrics(
  reader: EnvironmentReader,
  taken: { readonly port: number },
): MetricsSettings | null {
  const isOn = reader.value('METRICS', values.flag, REMEDY.flag) ?? false;
  const port = reader.value('METRICS_PORT', values.port, REMEDY.port) ?? DEFAULT_PORT;
  const host = reader.value('METRICS_HOST', values.host, REMEDY.host) ?? DEFAULT_HOST;
  const commands = reader.value('METRICS_COMMANDS', values.flag, REMEDY.flag) ?? false;
  if (isOn && port === taken.port)
    reader.fault('METRICS_PORT', 'is the port that everybody reaches (PORT)', REMEDY.port);
  return isOn ? { port, host: host === '*' ? null : host, commands } : null;
}
