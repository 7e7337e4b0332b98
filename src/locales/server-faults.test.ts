import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../shared/errors/catalogue.ts';
import { NEXT_STEPS } from '../shared/errors/entry.ts';
import { errorsAndNotices as arabic } from './ar/pages/errors-and-notices.ts';
import { errorsAndNotices as german } from './de/pages/errors-and-notices.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

it.each(CODES.filter((code) => ERRORS[code].status >= 500))(
  '%s does not advise another account, which does not help against a fault of a server',
  (code) => {
    const { message, hint, next } = ERRORS[code];
    expect([message, hint, NEXT_STEPS[next].label].join(' ')).not.toMatch(
      /another account|different account/i,
    );
    expect([...Object.values(german.errors[code]), german.nextSteps[next]].join(' ')).not.toMatch(
      /ander(?:e[smn]?) Konto/i,
    );
    expect([...Object.values(arabic.errors[code]), arabic.nextSteps[next]].join(' ')).not.toMatch(/حساب آخر/);
  },
);
