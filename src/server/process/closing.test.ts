import { describe, expect, it, vi } from 'vitest';
import { closeInReverse, type Closing } from './closing.ts';

describe('closing', () => {
  it('closes the parts one after another, the last started first, and goes on after a failure', async () => {
    const closed: string[] = [];
    const part = (name: string): Closing[number] => [
      name,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        closed.push(name);
        if (name === 'mail') throw new Error('stuck');
      },
    ];
    const report = vi.fn();

    expect(await closeInReverse([part('database'), part('mail'), part('server')], report)).toBe(false);

    expect(closed).toEqual(['server', 'mail', 'database']);
    expect(report).toHaveBeenCalledExactlyOnceWith('mail', new Error('stuck'));
  });

  it('closes each part once', async () => {
    const close = vi.fn(() => Promise.resolve());
    const closing: Closing = [['server', close]];

    expect(await closeInReverse(closing, vi.fn())).toBe(true);
    await closeInReverse(closing, vi.fn());

    expect(close).toHaveBeenCalledOnce();
  });
});
