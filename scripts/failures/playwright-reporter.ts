import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { log } from './failure-log.ts';

/** Writes down what fails at once, because Playwright's own report is lost when the run is ended. */
export default class FailureReporter implements Reporter {
  onTestBegin(test: TestCase): void {
    log({ kind: 'started', name: nameOf(test) });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    log({ kind: 'ended', name: nameOf(test) });
    if (result.status === test.expectedStatus || result.status === 'skipped') {
      if (result.retry > 0) log({ kind: 'passed-again', name: nameOf(test) });
      return;
    }
    // The first attempt has said why.
    if (result.retry === 0)
      log({ kind: 'failed', name: nameOf(test), message: messageOf(result.error, result.status) });
  }

  /** Of the global set-up, of a file that does not load, or of the limit of the whole run. */
  onError(error: TestError): void {
    log({ kind: 'failed', name: 'an error outside of all tests', message: messageOf(error, 'failed') });
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** `titlePath` begins with an empty title of the run, then the project. */
const nameOf = (test: TestCase): string => test.titlePath().slice(2).join(' › ');

const messageOf = (error: TestError | undefined, status: string): string =>
  error?.message ?? error?.value ?? status;
