import type { PageTexts } from '../../texts.ts';

export const password: PageTexts['password'] = {
  label: 'Passwort',
  newLabel: 'Neues Passwort',
  advice: (characters) =>
    `Mindestens ${characters} Zeichen. Ein paar Wörter, die nichts miteinander zu tun haben, merken sich leicht.`,
  show: 'Zeigen',
  hide: 'Verbergen',
  showField: (label) => `${label} zeigen`,
  hideField: (label) => `${label} verbergen`,
  capsLock: 'Die Feststelltaste ist an.',
  strengths: ['Schwach', 'Mittel', 'Gut', 'Stark'],
  strength: (strength) => `Stärke: ${strength.toLowerCase()}.`,
  tooShort: (characters, least) => `${characters} von mindestens ${least} Zeichen.`,
  missing: 'Geben Sie Ihr Passwort ein.',
  missingNew: 'Wählen Sie ein Passwort.',
};
