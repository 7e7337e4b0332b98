import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { log } from './failure-log.ts';

interface Thrown {
  readonly name?: string;
  readonly message: string;
}

const messageOf = ({ name, message }: Thrown): string => (name ? `${name}: ${message}` : message);

/** Writes down what fails at once, because Vitest's own report is lost when the run is ended. */
export default class FailureReporter implements Reporter {
  onTestModuleStart(module: TestModule): void {
    log({ kind: 'started', name: module.relativeModuleId });
  }

  onTestModuleEnd(module: TestModule): void {
    log({ kind: 'ended', name: module.relativeModuleId });
    logAll(module.relativeModuleId, module.errors());
  }

  onTestSuiteResult(suite: TestSuite): void {
    logAll(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors());
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state !== 'failed') return;
    logAll(`${test.module.relativeModuleId} > ${test.fullName}`, result.errors.slice(0, 1));
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly Thrown[]): void {
    logAll('an error outside of all tests', unhandled);
  }
}

function logAll(name: string, errors: readonly Thrown[]): void {
  for (const error of errors) log({ kind: 'failed', name, message: messageOf(error) });
}
