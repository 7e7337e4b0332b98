import { describe, expect, it } from 'vitest';
import { createCpuReader } from './password-hash-thread.ts';

/** A reader over such contents of the file, one after the other; `null`: there is no file. */
function readerOf(contents: readonly (string | null)[]): () => number {
  const left = [...contents];
  return createCpuReader(() => {
    const content = left.shift() ?? null;
    if (content === null) throw new Error('ENOENT');
    return content;
  });
}

describe('the CPU time of a check', () => {
  it('is the first number of the statistics, from nanoseconds', () => {
    const read = readerOf(['1000000 5 1\n', '36000000 5 2\n', '36000000 5 2\n']);
    expect([read(), read()]).toEqual([36, 36]);
  });

  it.each([
    ['there is no file', null],
    ['the kernel has no scheduler statistics', '0 0 0\n'],
    ['the file is empty', ''],
  ])('is the time of the clock where %s, also when the file tells a number later', (_, content) => {
    const read = readerOf([content, '36000000 5 2\n', '71000000 5 3\n']);
    const began = performance.now();
    const times = [read(), read()];
    expect(times.every((time) => time >= began && time <= performance.now())).toBe(true);
  });
});
