import type { PageTexts } from '../../texts.ts';

export const resumeLink: PageTexts['resumeLink'] = {
  seeSignInMethods: 'Anmeldemethoden ansehen',
  question: (provider) => `${provider} verbinden?`,
  provider: 'Anbieter',
  nameThere: 'Name dort',
  accountThere: 'Konto-ID dort',
  toAccount: 'Es wird mit Ihrem Konto {} verbunden.',
  onlyYours:
    'Verbinden Sie es nur, wenn es Ihr eigenes ist. Wer sich damit anmelden kann, kann dann Ihr Konto hier verwenden.',
  connect: 'Verbinden',
  deny: 'Nicht verbinden',
  nothingTitle: 'Nichts mehr zu verbinden',
  signedIn: 'Sie sind angemeldet.',
  signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
  nothing:
    'In diesem Browser gibt es nichts zu verbinden. Es ist schon erledigt, es hat zu lange gedauert, oder Sie haben in einem anderen Browser begonnen.',
  refusedTitle: (provider) => `${provider} wurde nicht verbunden`,
  somebodyElseTitle: 'Sie haben sich als jemand anderes angemeldet',
  somebodyElse: 'Sie sind als {} angemeldet.',
  onlyTo: (provider) => `${provider} kann nur mit dem Konto von {} verbunden werden.`,
  anotherPerson: 'eine andere Person',
  signOut: 'Abmelden und noch einmal versuchen',
  goOn: 'Ohne Verbinden fortfahren',
};
