import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../shared/errors/catalogue.ts';
import { NEXT_STEPS } from '../shared/errors/entry.ts';
import { ARABIC_ERRORS } from './ar/errors/catalogue.ts';
import { ARABIC_NEXT_STEPS } from './ar/errors/next-steps.ts';
import { GERMAN_ERRORS } from './de/errors/catalogue.ts';
import { GERMAN_NEXT_STEPS } from './de/errors/next-steps.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

it.each(CODES.filter((code) => ERRORS[code].status >= 500))(
  '%s does not advise another account, which does not help against a fault of a server',
  (code) => {
    const { message, hint, next } = ERRORS[code];
    expect([message, hint, NEXT_STEPS[next].label].join(' ')).not.toMatch(
      /another account|different account/i,
    );
    const german = Object.values(GERMAN_ERRORS[code]).join(' ');
    expect(`${german} ${GERMAN_NEXT_STEPS[next]}`).not.toMatch(/ander(?:e[smn]?) Konto/i);
    const arabic = Object.values(ARABIC_ERRORS[code]).join(' ');
    expect(`${arabic} ${ARABIC_NEXT_STEPS[next]}`).not.toMatch(/حساب آخر/);
  },
);
