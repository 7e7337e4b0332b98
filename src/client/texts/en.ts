import { common } from './en/common.ts';
import { signOut } from './en/sign-out.ts';

/** Every text of the pages, in English: one file an area. What is missing in another language does not compile there. */
export const en = { common, signOut };
