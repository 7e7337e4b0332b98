import { common } from './de/common.ts';
import { signOut } from './de/sign-out.ts';
import type { Texts } from './texts.ts';

/** Every text of the pages, in German. */
export const de: Texts = { common, signOut };
