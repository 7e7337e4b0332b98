import { secondStep } from './second-step.ts';
import type { SecondStepPagesTexts } from '../../texts.ts';

/** What the page and the dialog say that ask for the second factor, in Arabic. */
export const secondStepPages: SecondStepPagesTexts = {
  secondStep,
};
