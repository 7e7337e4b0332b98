import type { Texts } from '../texts.ts';

export const resumeLink: Texts['resumeLink'] = {
  question: (provider) => `${provider} verbinden?`,
  provider: 'Anbieter',
  nameThere: 'Name dort',
  accountThere: 'Konto-ID dort',
  toAccount: 'Es wird mit Ihrem Konto {} verbunden.',
  onlyYours:
    'Verbinden Sie es nur, wenn es Ihr eigenes ist: Wer sich damit anmeldet, kann dann Ihr Konto hier öffnen.',
  connect: 'Verbinden',
  deny: 'Nicht verbinden',
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
