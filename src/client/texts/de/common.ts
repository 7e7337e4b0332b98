import type { Texts } from '../texts.ts';

export const common: Texts['common'] = {
  loading: 'Wird geladen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  signIn: 'Anmelden',
  justAMoment: 'Einen Moment',
};
