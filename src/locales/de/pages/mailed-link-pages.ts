import type { MailedLinkPagesTexts } from '../../texts.ts';

export const mailedLinkPages: MailedLinkPagesTexts = {
  confirmEmail: {
    question: 'Diese Adresse verwenden?',
    forAccount: (person) => `Sie wird die Adresse des Kontos, bei dem Sie angemeldet sind: ${person}.`,
    formerEnds: (current) =>
      `Danach melden Sie sich mit ihr an. ${current} wird benachrichtigt und gilt nicht mehr für die Anmeldung.`,
    use: 'Diese Adresse verwenden',
    notNow: 'Jetzt nicht',
    signInFirst: 'Melden Sie sich an, um Ihre Adresse zu bestätigen',
    whySignIn:
      'Dieser Link wirkt in einem Browser, der bei dem Konto angemeldet ist, für das er angefordert wurde. So kann niemand Ihre Adresse einem fremden Konto geben.',
    thenCode:
      'Melden Sie sich dort an und öffnen Sie den Link noch einmal, oder geben Sie den Code aus derselben E-Mail in Ihrem Profil ein.',
    deadTitle: 'Dieser Link funktioniert nicht mehr',
    addressIs: (address) => `Die Adresse Ihres Kontos ist ${address}.`,
    toProfile: 'Zu Ihrem Profil',
    doneTitle: 'Ihre Adresse ist bestätigt',
    changed: (address) => `Ihre E-Mail-Adresse ist jetzt ${address}.`,
    toldFormer:
      'Wir haben die alte Adresse benachrichtigt. Mit ihr kann sich niemand mehr anmelden, aber sie kann die Änderung sieben Tage lang rückgängig machen.',
    otherDevices: 'Ihre anderen Geräte bleiben angemeldet.',
  },

  confirmSignIn: {
    title: (email) => `Als ${email} fortfahren?`,
    intro: (host) =>
      `Sie melden sich bei ${host} an. Wenn Sie das nicht wollten, schließen Sie die Seite, und es geschieht nichts.`,
    confirm: 'Fortfahren',
    signedInAlready: 'Sie sind bereits angemeldet.',
    signedInAlreadyAs: (email) => `Sie sind bereits als ${email} angemeldet.`,
    toAccount: 'Zu Ihrem Konto',
    newLink: 'Neuen Link anfordern',
  },

  resetLink: {
    title: 'Neues Passwort wählen',
    forAddress: 'Für {}. Danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.',
    set: 'Neues Passwort festlegen',
    doneTitle: 'Ihr neues Passwort ist festgelegt',
    done: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    deadTitle: 'Dieser Link gilt nicht mehr',
    newLink: 'Neuen Link anfordern',
  },

  stopRemoval: {
    question: 'Bestätigung in zwei Schritten eingeschaltet lassen?',
    happened: (host) =>
      `Der Betreiber wurde gebeten, den zweiten Schritt von Ihrem Konto bei ${host} zu entfernen. Wenn Sie nicht darum gebeten haben, halten Sie es auf.`,
    yourself:
      'Wenn Sie Ihren zweiten Schritt verloren und darum gebeten haben, schließen Sie diese Seite, und die Entfernung läuft weiter.',
    act: 'Entfernung aufhalten',
    doneTitle: 'Die Bestätigung in zwei Schritten bleibt eingeschaltet',
    done: 'Die Entfernung ist aufgehalten. Es wurde nichts entfernt.',
    password: 'Vielleicht kennt jemand Ihr Passwort: Wählen Sie ein neues.',
    deadTitle: 'Dieser Link funktioniert nicht mehr',
  },

  undoEmail: {
    question: 'Adresse zurückholen?',
    happened: (host) =>
      `Die E-Mail mit diesem Link ging an die Adresse, die Ihr Konto bei ${host} vor der Änderung hatte. Wenn nicht Sie sie geändert haben, machen Sie es rückgängig:`,
    addressBack: 'Ihr Konto bekommt diese Adresse zurück.',
    signedOut: 'Alle Geräte werden abgemeldet, und Zugriffstokens werden widerrufen.',
    removed:
      'Das Passwort wird entfernt, ebenso alles, was seit der Änderung hinzugekommen ist: verbundene Konten, eine Telefonnummer, Passkeys und Authenticator-Apps.',
    yourself: 'Wenn Sie sie selbst geändert haben, schließen Sie diese Seite, und es geschieht nichts.',
    act: 'Rückgängig machen',
    doneTitle: 'Ihre Adresse ist zurück',
    done: (address) => `Die Adresse Ihres Kontos ist wieder ${address}, und alle Geräte sind abgemeldet.`,
    nextTitle: 'Sichern Sie jetzt Ihr Konto',
    signInStep:
      'Melden Sie sich über einen Link an diese Adresse an und entfernen Sie Anmeldemethoden, die Sie nicht kennen.',
    passwordStep: 'Wenn Sie ein Passwort hatten, wählen Sie ein neues, das Sie sonst nirgends verwenden.',
    mailStep: 'Wenn jemand anderes Ihre E-Mails lesen kann, wählen Sie zuerst dort ein neues Passwort.',
    signIn: 'Anmelden',
    choosePassword: 'Neues Passwort wählen',
    deadTitle: 'Dieser Link funktioniert nicht mehr',
  },
};
