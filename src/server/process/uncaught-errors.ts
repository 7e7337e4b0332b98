import { createLogger } from '../log/log.ts';
import type { LogOutput } from '../log/log-output.ts';

/** Exits with 1, because the process is in an unknown state. Logs the error with every `LOG_LEVEL`. */
export function endOnUncaughtErrors(output: LogOutput): void {
  const log = createLogger({ logLevel: 'error' }, output);
  // Node also reports unhandled rejections here.
  process.on('uncaughtException', (error, origin) => {
    const event =
      origin === 'unhandledRejection' ? 'process.unhandled-rejection' : 'process.uncaught-exception';
    log.error({ event, err: error }, 'the process ends because nobody caught an error');
    process.exit(1);
  });
}
