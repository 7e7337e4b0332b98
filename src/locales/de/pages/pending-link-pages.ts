import type { PendingLinkPagesTexts } from '../../texts.ts';

export const pendingLinkPages: PendingLinkPagesTexts = {
  accountExists: {
    title: 'Sie haben schon ein Konto',
    intro: (ways, provider) =>
      `{} hat hier ein Konto. Melden Sie sich mit ${ways} an, um ${provider} damit zu verbinden:`,
    byEmail: 'E-Mail',
    confirm: (provider) => `Anmelden und ${provider} verbinden`,
  },

  confirmAddress: {
    title: 'Bestätigen Sie Ihre Adresse',
    intro: (provider) =>
      `${provider} sagt, dass {} Ihre Adresse ist. Bestätigen Sie sie mit einem Code, um dieses Konto zu verbinden:`,
    send: 'Code senden',
    confirm: (provider) => `Bestätigen und ${provider} verbinden`,
    without: 'Ohne diese Adresse fortfahren',
    withoutHint: (provider) => `Dann können Sie sich hier nur mit ${provider} anmelden.`,
    overTitle: 'Beginnen Sie noch einmal',
  },

  resumeLink: {
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
    anotherUser: 'eine andere Person',
    signOut: 'Abmelden und noch einmal versuchen',
    goOn: 'Ohne Verbinden fortfahren',
  },
};
