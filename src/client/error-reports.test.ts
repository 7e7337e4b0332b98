import { expect, test } from 'vitest';
import { logReport } from '../shared/schemas/log.ts';
import { aProvider } from '../testing/client/answers.ts';
import { createReporter } from './error-reports.ts';

function reporter(providers = () => Promise.resolve([aProvider('demo-one', 'Demo One')])) {
  const posted: { url: string; body: unknown }[] = [];
  const report = createReporter({
    providers,
    post: async (url, body) => void posted.push({ url, body: JSON.parse(body) }),
  });
  return { report, posted };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('posts to the log action beside the sign-in action, under any path prefix', async () => {
  const { report, posted } = reporter(() =>
    Promise.resolve([{ ...aProvider('x', 'X'), signInUrl: 'https://door.example/identity/v2/signin/x' }]),
  );
  report({ code: 'INTERNAL' });
  await settled();
  expect(posted).toEqual([{ url: 'https://door.example/identity/v2/_log', body: { code: 'INTERNAL' } }]);
});

test('contains no query, token, code or email address, and stays below the server’s size limits', async () => {
  const { report, posted } = reporter();
  const secrets = ['AbCdEfGhIjKlMnOpQrStUvWx', 'ada@example.com', '123456', 'state=abc'];
  report({
    code: 'x'.repeat(100),
    message: `failed at /confirm?${secrets[3]} for ${secrets[1]} with ${secrets[0]} and ${secrets[2]} ${'no '.repeat(900)}`,
    provider: 'y'.repeat(100),
    path: '/confirm?token=AbCdEfGhIjKlMnOpQrStUvWx#part',
  });
  await settled();
  const [only] = posted;
  expect(logReport.safeParse(only?.body).success).toBe(true);
  expect(only?.body).toMatchObject({ path: '/confirm' });
  for (const secret of secrets) expect(JSON.stringify(only)).not.toContain(secret);
});

test('sends the same report once, and a different report as well', async () => {
  const { report, posted } = reporter();
  for (let times = 0; times < 3; times++) report({ code: 'UNAVAILABLE', message: 'status 502' });
  report({ code: 'UNAVAILABLE', message: 'status 503' });
  await settled();
  expect(posted).toHaveLength(2);
});

test('does not throw when a report cannot be sent', async () => {
  const { report, posted } = reporter(() => Promise.reject(new Error('away')));
  report({ code: 'INTERNAL' });
  const none = reporter(() => Promise.resolve([]));
  none.report({ code: 'INTERNAL' });
  await settled();
  expect([...posted, ...none.posted]).toEqual([]);
});
