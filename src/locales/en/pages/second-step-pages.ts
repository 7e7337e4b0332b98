import { secondStep } from './second-step.ts';

/** What the page and the dialog say that ask for the second factor, in English. */
export const secondStepPages = {
  secondStep,
};
