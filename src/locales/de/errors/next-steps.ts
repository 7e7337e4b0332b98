import type { NextStep } from '../../../shared/errors/entry.ts';

/** What the button that leads on says. */
export const GERMAN_NEXT_STEPS = {
  'sign-in': 'Anmelden',
  'another-account': 'Anderes Konto versuchen',
  'new-link': 'Neuen Link anfordern',
  'go-home': 'Zur Startseite',
  retry: 'Noch einmal versuchen',
  'correct-input': 'Noch einmal versuchen',
  wait: 'Noch einmal versuchen',
  'add-method': 'Anmeldemethoden ansehen',
  'verify-it-is-you': 'Neu anmelden',
} as const satisfies Record<NextStep, string>;
