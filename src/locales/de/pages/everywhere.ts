import type { PageTexts } from '../../texts.ts';

export const common: PageTexts['common'] = {
  loading: 'Wird geladen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  change: 'Ändern',
  remove: 'Entfernen',
  keepIt: 'Behalten',
  or: 'oder',
  verified: 'Bestätigt',
  unverified: 'Nicht bestätigt',
  signIn: 'Anmelden',
  justAMoment: 'Einen Moment',
  continueWith: (provider) => `Weiter mit ${provider}`,
  tryAgain: 'Noch einmal versuchen',
  tryAgainIn: (seconds) => `Noch einmal in ${seconds} s`,
  useAnotherAddress: 'Andere Adresse verwenden',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  support: 'Hilfe',
};
