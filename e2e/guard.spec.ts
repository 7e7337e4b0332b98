import { expect, test } from '@playwright/test';
import { HEADLESS_SHELL } from '../scripts/find-chromium.ts';
import { listen } from '../src/testing/run/listen.ts';
import { guardContext } from './support/guard.ts';

test('requests to other machines are blocked and reported', async ({ context, page }) => {
  const faults = guardContext(context);
  for (const address of ['http://example.com/', 'http://198.51.100.7/', 'https://localhost.example.com/']) {
    await expect(page.goto(address)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    expect(faults.messages.at(-1)).toBe(`request to the outside: ${address}`);
  }
  expect(faults.messages).toHaveLength(3);
});

test('a missing file of the page is reported, and none that the browser asks for by itself', async ({
  context,
  page,
}) => {
  const faults = guardContext(context);
  const asked: string[] = [];
  await using server = await listen(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<!doctype html><link rel="stylesheet" href="/missing.css"><img src="/missing.png" alt="">');
  });
  const origin = `http://localhost:${server.port}`;
  await page.goto(origin);
  await page.evaluate(() => fetch('/missing.json'));
  // Chromium without windows does not ask for it.
  if (process.env['CHROMIUM_PATH'] !== HEADLESS_SHELL)
    await expect.poll(() => asked).toContain('/favicon.ico');
  const files = ['missing.css', 'missing.json', 'missing.png'];
  const error = 'console: Failed to load resource: the server responded with a status of 404 (Not Found)';
  await expect
    .poll(() => faults.messages.toSorted())
    .toEqual(files.map((file) => `${error} (${origin}/${file})`));
});
