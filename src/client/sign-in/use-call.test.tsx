import '../../testing/client/browser.ts';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LanguageProvider } from '../language/language-provider.tsx';
import { loadTexts } from '../language/texts.ts';
import { CallError, type Caller } from '../call.ts';
import { ServicesContext } from './services.ts';
import { useCall } from './use-call.ts';

document.documentElement.lang = 'en';
const spoken = await loadTexts();
const INPUT = { email: 'ada@example.com' };
const ANSWER = { email: 'ada@example.com', resendAfter: 30 };
const REFUSAL = new CallError({ appCode: 'RATE_LIMITED', requestId: 'request-1', retryAfter: 60 });

afterEach(cleanup);

interface Answer {
  readonly resolve: (output: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

type Options = Parameters<typeof useCall<'session.requestLink'>>[1];

/** The hook, and the answers to its calls in their order. */
function renderCall(options: Options = {}) {
  const answers: Answer[] = [];
  const inputs: unknown[] = [];
  const mutate: Caller['mutate'] = (_name, input) => {
    inputs.push(input);
    return new Promise((resolve, reject) =>
      answers.push({ resolve: (output) => resolve(output as never), reject }),
    );
  };
  const services = {
    mutate,
    query: () => Promise.reject(new CallError(undefined)),
    openUrl: () => {},
    enter: () => Promise.resolve(),
    report: () => {},
  };
  const { result } = renderHook(() => useCall('session.requestLink', options), {
    wrapper: ({ children }) => (
      <ServicesContext value={services}>
        <LanguageProvider first={spoken} keep={() => {}}>
          {children}
        </LanguageProvider>
      </ServicesContext>
    ),
  });
  return {
    call: () => result.current,
    inputs,
    start: () => act(() => result.current.start(INPUT)),
    answer: (index: number) => act(async () => answers[index]?.resolve(ANSWER)),
    refuse: (index: number, failure: unknown = REFUSAL) => act(async () => answers[index]?.reject(failure)),
  };
}

test('is pending from the start to the answer, and keeps the output', async () => {
  const before = Date.now();
  const { call, start, answer, inputs } = renderCall();
  start();
  expect(call()).toMatchObject({ isPending: true, isSuccess: false, input: INPUT });
  expect(call().submittedAt).toBeGreaterThanOrEqual(before);
  await answer(0);
  expect(call()).toMatchObject({ isPending: false, isSuccess: true, output: ANSWER, failure: null });
  expect(inputs).toEqual([INPUT]);
});

test('stays pending until onSuccess ends', async () => {
  let end = () => {};
  const given: unknown[] = [];
  const { call, start, answer } = renderCall({
    onSuccess: (...args) => {
      given.push(args);
      return new Promise((resolve) => (end = resolve));
    },
  });
  start();
  await answer(0);
  expect(given).toEqual([[ANSWER, INPUT]]);
  expect(call()).toMatchObject({ isPending: true, isSuccess: false });
  await act(async () => end());
  expect(call()).toMatchObject({ isPending: false, isSuccess: true });
});

test('shows a refusal and calls onFailure after it is shown', async () => {
  const codes: unknown[] = [];
  const { call, start, refuse } = renderCall({ onFailure: ({ code }) => codes.push(code) });
  start();
  await refuse(0);
  await waitFor(() => expect(call().failure).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 60 }));
  expect(call()).toMatchObject({ isPending: false, isSuccess: false, output: null });
  expect(codes).toEqual(['RATE_LIMITED']);
});

test('shows a failure of onSuccess as the failure of the call', async () => {
  const { call, start, answer } = renderCall({ onSuccess: () => Promise.reject(REFUSAL) });
  start();
  await answer(0);
  await waitFor(() => expect(call().failure?.code).toBe('RATE_LIMITED'));
  expect(call()).toMatchObject({ isPending: false, isSuccess: false });
});

test('removes the last failure when it starts again', async () => {
  const { call, start, refuse } = renderCall();
  start();
  await refuse(0);
  await waitFor(() => expect(call().failure).not.toBeNull());
  start();
  expect(call()).toMatchObject({ isPending: true, failure: null });
});

test('a reset counts more than a late answer', async () => {
  const { call, start, answer } = renderCall();
  start();
  act(() => call().reset());
  await answer(0);
  expect(call()).toMatchObject({ isPending: false, isSuccess: false, output: null, submittedAt: 0 });
});

test('a reset counts more than a late refusal, which calls no onFailure', async () => {
  const codes: unknown[] = [];
  const { call, start, refuse } = renderCall({ onFailure: ({ code }) => codes.push(code) });
  start();
  act(() => call().reset());
  await refuse(0);
  // The hook loads words before it shows a failure.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(call()).toMatchObject({ isPending: false, failure: null });
  expect(codes).toEqual([]);
});

test('a second call counts more than the late answer of the first', async () => {
  const { call, start, answer, refuse } = renderCall();
  start();
  start();
  await answer(1);
  expect(call()).toMatchObject({ isPending: false, isSuccess: true });
  await refuse(0);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(call()).toMatchObject({ isSuccess: true, failure: null });
});
