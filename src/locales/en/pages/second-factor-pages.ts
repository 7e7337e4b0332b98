import { twoStep } from './two-step.ts';

/** What the pages say on which second factors are set up and kept, in English. */
export const secondFactorPages = {
  twoStep,
};
