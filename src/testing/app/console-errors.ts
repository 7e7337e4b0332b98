import { afterEach, beforeEach, vi } from 'vitest';

// What a library complains about in a test is a fault that nobody looks at; so it fails the test. A test that expects a
// complaint replaces console.error itself.
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '));
  });
});

afterEach(() => {
  const [first] = complaints;
  if (first !== undefined)
    throw new Error(`console.error was called ${complaints.length} times, first: ${first}`);
});
