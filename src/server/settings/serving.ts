import { z } from 'zod';
import type { EnvironmentReader } from './faults.ts';
import { check } from './values.ts';

export interface ServingSettings {
  /** Seconds of listening after the signal that ends the server, while `/readyz` answers 503. */
  readonly shutdownDelay: number;
  /** The server closes further connections. */
  readonly maxConnections: number;
  readonly logRequests: 'all' | 'errors' | 'sample';
  /** `null`: text in a terminal, and JSON elsewhere. */
  readonly logFormat: 'text' | 'json' | null;
}

/** A load balancer requests `/readyz` every second or two, and needs one or two failures. */
const SHUTDOWN_DELAY_IN_PRODUCTION = 5;

/** An idle connection takes about 14 kB, so these take 140 MB. No proxy opens as many. */
const DEFAULT_MAX_CONNECTIONS = 10_000;

const REMEDY = {
  shutdownDelay: 'Set it to whole seconds, from 0 to 300.',
  maxConnections: 'Set it to a whole number, from 1 to 1000000.',
  logRequests: 'Set it to all, errors or sample.',
  logFormat: 'Set it to text or json.',
} as const;

const wholeNumber = (least: number, most: number, message: string) =>
  check((text) => {
    const number = Number(text);
    return /^(?:0|[1-9]\d{0,8})$/.test(text) && number >= least && number <= most ? number : undefined;
  }, message);

const shutdownDelay = wholeNumber(0, 300, 'is not a number of seconds from 0 to 300');
const maxConnections = wholeNumber(1, 1_000_000, 'is not a number of connections from 1 to 1000000');
const logRequests = z.enum(['all', 'errors', 'sample'], { error: 'is neither all, errors nor sample' });
const logFormat = z.enum(['text', 'json'], { error: 'is neither text nor json' });

export function readServing(reader: EnvironmentReader, production: boolean): ServingSettings {
  return {
    shutdownDelay:
      reader.value('SHUTDOWN_DELAY', shutdownDelay, REMEDY.shutdownDelay) ??
      (production ? SHUTDOWN_DELAY_IN_PRODUCTION : 0),
    maxConnections:
      reader.value('MAX_CONNECTIONS', maxConnections, REMEDY.maxConnections) ?? DEFAULT_MAX_CONNECTIONS,
    logRequests: reader.value('LOG_REQUESTS', logRequests, REMEDY.logRequests) ?? 'all',
    logFormat: reader.value('LOG_FORMAT', logFormat, REMEDY.logFormat) ?? null,
  };
}
