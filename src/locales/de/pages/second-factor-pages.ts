import type { SecondFactorPagesTexts } from '../../texts.ts';
import { twoStep } from './two-step.ts';

/** What the pages say on which second factors are set up and kept, in German. */
export const secondFactorPages: SecondFactorPagesTexts = {
  twoStep,
};
