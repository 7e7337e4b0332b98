import type { SecondFactorPagesTexts } from '../../texts.ts';
import { twoStep } from './two-step.ts';

/** What the pages say on which second factors are set up and kept, in Arabic. */
export const secondFactorPages: SecondFactorPagesTexts = {
  twoStep,
};
