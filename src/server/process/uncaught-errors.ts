import { createLogger } from '../log/log.ts';
import type { LogOutput } from '../log/log-output.ts';

/**
 * Ends the process with exit code 1 after an error that nobody caught, because nobody knows what it left half done. The log has one line about it, with
 * every `LOG_LEVEL`, after all lines that waited.
 */
export function endOnUncaughtErrors(output: LogOutput): void {
  const log = createLogger({ logLevel: 'error' }, output);
  // Node also brings rejections that nobody handled here.
  process.on('uncaughtException', (error, origin) => {
    const event =
      origin === 'unhandledRejection' ? 'process.unhandled-rejection' : 'process.uncaught-exception';
    log.error({ event, err: error }, 'the process ends because nobody caught an error');
    process.exit(1);
  });
}
