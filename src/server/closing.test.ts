import { describe, expect, it, vi } from 'vitest';
import { closeInReverse, type Closing } from './closing.ts';

describe('closing', () => {
  it('ends the parts one by one in reverse order, even when one fails', async () => {
    const ended: string[] = [];
    const part = (name: string): Closing[number] => [
      name,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        ended.push(name);
        if (name === 'mail') throw new Error('stuck');
      },
    ];
    const report = vi.fn();

    expect(await closeInReverse([part('database'), part('mail'), part('server')], report)).toBe(false);

    expect(ended).toEqual(['server', 'mail', 'database']);
    expect(report).toHaveBeenCalledExactlyOnceWith('mail', new Error('stuck'));
  });

  it('ends no part twice', async () => {
    const close = vi.fn(() => Promise.resolve());
    const closing: Closing = [['server', close]];

    expect(await closeInReverse(closing, vi.fn())).toBe(true);
    await closeInReverse(closing, vi.fn());

    expect(close).toHaveBeenCalledOnce();
  });
});
