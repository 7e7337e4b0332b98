import { inject, type TestContext } from 'vitest';
import type { Software } from './install.ts';

/** Skips the test when software is missing, and says which. */
export function skipWithout(context: Pick<TestContext, 'skip'>, ...needed: readonly Software[]): void {
  const missing = inject('missingSoftware');
  for (const software of needed) {
    if (missing[software] !== undefined) context.skip(missing[software]);
  }
}
