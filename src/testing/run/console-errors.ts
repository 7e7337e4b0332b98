import { afterEach, beforeEach, vi } from 'vitest';

// Nobody reads a library's console.error in a test, so it fails the test that does not replace console.error.
const errors: string[] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    errors.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  const [first] = errors;
  if (first !== undefined)
    throw new Error(`console.error was called ${errors.length} times, first: ${first}`);
});
