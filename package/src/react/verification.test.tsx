import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFoyerClient, FoyerError, FoyerProvider, useVerification } from '../react.ts';

function renderVerification() {
  const opened: string[] = [];
  const client = createFoyerClient();
  const { result } = renderHook(() => useVerification({ openUrl: (address) => void opened.push(address) }), {
    wrapper: ({ children }) => <FoyerProvider client={client}>{children}</FoyerProvider>,
  });
  return { verify: (failure: unknown) => result.current(failure), opened };
}

const answerOf = (appCode: string) => ({
  error: { message: 'No.', data: { appCode, verifyUrl: 'https://evil.example.test/verify?level=2' } },
});

describe('useVerification', () => {
  it.each([
    ['an error of the client', new FoyerError('SECOND_FACTOR_REQUIRED'), 2],
    ['an answer of the app’s own server', answerOf('SECOND_FACTOR_REQUIRED'), 2],
    ['a session that is not fresh', new FoyerError('SESSION_NOT_FRESH'), 1],
  ])('opens the page of Foyer for %s, which returns to this page', (_what, failure, level) => {
    window.history.replaceState(null, '', '/transfers?to=7');
    const { verify, opened } = renderVerification();
    expect(verify(failure)).toBe(true);
    expect(opened).toEqual([`/verify?level=${level}&callbackUrl=%2Ftransfers%3Fto%3D7`]);
  });

  it.each([
    ['another error', new FoyerError('NOT_FOUND')],
    ['another answer', answerOf('SCOPE_MISSING')],
    ['an answer without an error', { done: true }],
    ['an error of the network', new TypeError('Failed to fetch')],
    ['nothing', undefined],
  ])('leaves %s to the caller', (_what, failure) => {
    const { verify, opened } = renderVerification();
    expect(verify(failure)).toBe(false);
    expect(opened).toEqual([]);
  });
});
