import { expect, test } from '@playwright/test';
import { guardContext } from './guard.ts';

test('requests to other machines are blocked and reported', async ({ context, page }) => {
  const faults = guardContext(context);
  for (const address of ['http://example.com/', 'http://198.51.100.7/', 'https://localhost.example.com/']) {
    await expect(page.goto(address)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    expect(faults.messages.at(-1)).toBe(`request to the outside: ${address}`);
  }
  expect(faults.messages).toHaveLength(3);
});
