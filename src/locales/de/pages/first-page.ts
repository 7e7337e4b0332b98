import type { FirstPageTexts } from '../../texts.ts';

export const firstPage: FirstPageTexts = {
  common: {
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
  },

  firstErrors: {
    NOT_FOUND: {
      title: 'Fehler',
      message: 'Unter diesem Namen gibt es hier nichts.',
      hint: 'Es wurde vielleicht entfernt, oder die Adresse ist falsch geschrieben.',
    },
    RATE_LIMITED: {
      title: 'Fehler',
      message: 'Das wurde zu oft versucht.',
      hint: 'Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    },
    UNAVAILABLE: {
      title: 'Serverfehler',
      message: 'Der Dienst kann gerade nicht antworten.',
      hint: 'Sie sind nicht abgemeldet. Es wird von selbst noch einmal versucht.',
    },
    INTERNAL: {
      title: 'Serverfehler',
      message: 'Auf unserer Seite ist etwas fehlgeschlagen.',
      hint: 'Versuchen Sie es noch einmal; wenn es dabei bleibt, nennen Sie die Nummer der Anfrage.',
    },
  },

  failures: {
    waitSeconds: (seconds) => `In ${seconds} s können Sie es noch einmal versuchen.`,
    waitMinutes: (minutes) => `In ${minutes} min können Sie es noch einmal versuchen.`,
    waitIsOver: 'Sie können es jetzt noch einmal versuchen.',
    details: 'Details',
    code: (code) => `Fehlercode: ${code}`,
    request: (id) => `Anfrage: ${id}`,
    inAMoment: 'Versuchen Sie es gleich noch einmal.',
    offline: {
      title: 'Sie sind offline',
      message: 'Es kam keine Antwort.',
      hint: 'Versuchen Sie es noch einmal, wenn die Verbindung wieder da ist.',
    },
    past: {
      title: 'Das hat nicht geklappt',
      message: 'Der Dienst konnte eben nicht antworten.',
      hint: 'Versuchen Sie es noch einmal.',
    },
    unknownTitle: 'Fehler',
    unknown:
      'Etwas ist schiefgegangen, und diese Seite weiß nicht, was. An Ihrem Konto wurde nichts geändert.',
    notFoundTitle: 'Seite nicht gefunden',
    crashHint: 'Laden Sie die Seite neu. Wenn es wieder fehlschlägt, nennen Sie den Fehlercode.',
    loadAgain: 'Seite neu laden',
    goHome: 'Zur Startseite',
  },

  language: {
    label: 'Sprache',
    failed: 'Diese Sprache konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.',
  },

  password: {
    label: 'Passwort',
    checkBoth: 'Prüfen Sie E-Mail-Adresse und Passwort, oder nutzen Sie einen Link per E-Mail.',
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
  },

  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
    emailAddress: 'E-Mail-Adresse',
    missingEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
    missingPassword: 'Geben Sie Ihr Passwort ein, oder lassen Sie sich einen Link mailen.',
    forgot: 'Passwort vergessen?',
    forgotShort: 'Vergessen?',
    mailLink: 'Link per E-Mail',
    lastUsed: 'Zuletzt genutzt',
    moreWays: 'Weitere Möglichkeiten',
    signInWith: (provider) => `Anmelden mit ${provider}`,
    noWayTitle: 'Noch keine Anmeldemethode',
    noWay:
      'Hier ist noch keine Anmeldemethode eingerichtet. Die Betreiber dieser Website können eine hinzufügen.',
    byPhone: 'Telefon verwenden',
    byPasskey: 'Passkey verwenden',
    newHere: 'Neu hier?',
    createAccount: 'Konto erstellen',
  },
};
