import type { Texts } from '../texts.ts';

export const resumeLink: Texts['resumeLink'] = {
  connecting: (provider) => `${provider} wird verbunden …`,
  why: (provider, label) =>
    `${provider} (${label}) soll gleich mit Ihrem Konto verbunden werden. Ihre Anmeldung liegt eine Weile zurück, zeigen Sie also zuerst, dass Sie es noch sind.`,
  notNow: 'Nicht jetzt, ohne Verbinden fortfahren',
  nothingTitle: 'Nichts mehr zu verbinden',
  signedIn: 'Sie sind angemeldet.',
  signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
  nothing:
    'In diesem Browser wartet nichts darauf, verbunden zu werden: Es wurde schon abgeschlossen, hat zu lange gedauert oder wurde in einem anderen begonnen.',
  refusedTitle: (provider) => `${provider} wurde nicht verbunden`,
  somebodyElseTitle: 'Sie haben sich als jemand anderes angemeldet',
  somebodyElse: 'Sie sind als {} angemeldet.',
  onlyTo: (provider) => `${provider} kann nur mit dem Konto von {} verbunden werden.`,
  anotherPerson: 'eine andere Person',
  signOut: 'Abmelden und noch einmal versuchen',
  goOn: 'Ohne Verbinden fortfahren',
};
