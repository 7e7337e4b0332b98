import { expect, test } from '@playwright/test';
import { guardContext } from './guard.ts';

test('no request leaves this machine, and each try is recorded', async ({ context, page }) => {
  const faults = guardContext(context);
  for (const address of ['http://example.com/', 'http://198.51.100.7/', 'https://localhost.example.com/']) {
    await expect(page.goto(address)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    expect(faults.messages.at(-1)).toBe(`request to the outside: ${address}`);
  }
  expect(faults.messages).toHaveLength(3);
});
