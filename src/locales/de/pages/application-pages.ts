import { plural } from '../plural.ts';
import type { ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import type { ActivityFacts } from '../../en/pages/application-pages.ts';
import { deletionWords } from '../deletion-words.ts';
import type { ApplicationPagesTexts } from '../../texts.ts';

const withMethod = (method: string | null) => (method === null ? '' : ` mit ${method}`);
const named = (label: string | null) => (label === null ? '' : `: ${label}`);
const ending = (digits: string | null) => (digits === null ? '' : ` mit den letzten Ziffern ${digits}`);

const events: Readonly<Record<Activity['kind'], (facts: ActivityFacts) => string>> = {
  'sign-in': ({ method }) => `Anmeldung${withMethod(method)}`,
  'sign-in-failed': ({ method, count }) =>
    plural(count, {
      one: `Anmeldeversuch${withMethod(method)} fehlgeschlagen`,
      other: `${count} Anmeldeversuche${withMethod(method)} innerhalb einer Stunde fehlgeschlagen`,
    }),
  'sign-out': () => 'Abmeldung',
  're-authentication': ({ method }) => `Bestätigung${withMethod(method)}, dass Sie es sind`,
  're-authentication-failed': ({ method, count }) =>
    plural(count, {
      one: `Versuch fehlgeschlagen,${withMethod(method)} zu bestätigen, dass Sie es sind`,
      other: `${count} Versuche innerhalb einer Stunde fehlgeschlagen,${withMethod(method)} zu bestätigen, dass Sie es sind`,
    }),
  'session-revoked': ({ label }) => `Ein anderes Gerät wurde abgemeldet${named(label)}`,
  'sessions-revoked': () => 'Alle anderen Geräte wurden abgemeldet',
  'account-linked': ({ method, label }) => `${method ?? 'Ein Konto'} wurde verbunden${named(label)}`,
  'account-unlinked': ({ method, label }) => `${method ?? 'Ein Konto'} wurde entfernt${named(label)}`,
  'password-set': () => 'Ein Passwort wurde festgelegt',
  'password-changed': () => 'Das Passwort wurde geändert, andere Geräte wurden abgemeldet',
  'password-reset': () => 'Das Passwort wurde über einen Link zurückgesetzt, alle Geräte wurden abgemeldet',
  'password-removed': () => 'Das Passwort wurde entfernt',
  'passkey-added': ({ label }) => `Ein Passkey wurde hinzugefügt${named(label)}`,
  'passkey-removed': ({ label }) => `Ein Passkey wurde entfernt${named(label)}`,
  'authenticator-app-added': ({ label }) => `Eine Authenticator-App wurde hinzugefügt${named(label)}`,
  'authenticator-app-removed': ({ label }) => `Eine Authenticator-App wurde entfernt${named(label)}`,
  'recovery-codes-created': () => 'Neue Wiederherstellungscodes wurden erstellt',
  'recovery-code-used': ({ label }) =>
    plural(Number(label), {
      one: 'Ein Wiederherstellungscode wurde benutzt, einer ist übrig',
      other: `Ein Wiederherstellungscode wurde benutzt, ${Number(label)} sind übrig`,
    }),
  'first-factor-passed': ({ method }) =>
    `Jemand hat den ersten Schritt einer Anmeldung${withMethod(method)} bestanden, aber nicht den zweiten`,
  'browser-trusted': () =>
    'Diesem Browser wurde vertraut: 30 Tage lang wird er nicht nach dem zweiten Schritt gefragt',
  'browser-trust-ended': ({ label }) => `Das Vertrauen in einen Browser wurde beendet${named(label)}`,
  'second-factor-removal-requested': ({ label }) =>
    `Der Betreiber hat veranlasst, die Bestätigung in zwei Schritten in 24 Stunden zu entfernen${named(label)}`,
  'second-factor-removal-stopped': () => 'Die Entfernung der Bestätigung in zwei Schritten wurde aufgehalten',
  'second-factor-removed': () => 'Die Bestätigung in zwei Schritten wurde entfernt',
  'unverified-methods-removed': () =>
    'Die Adresse wurde zum ersten Mal bestätigt, unbestätigte Anmeldemethoden wurden entfernt',
  'security-review-due': () =>
    'Nach dem Zurücksetzen des Passworts haben wir gezeigt und gemailt, was zuletzt hinzugefügt wurde',
  'security-review-finished': () => 'Was zuletzt hinzugefügt wurde, wurde bestätigt',
  'email-change-requested': ({ label }) => `Eine neue E-Mail-Adresse wurde angefordert${named(label)}`,
  'email-added': ({ label }) => `Die E-Mail-Adresse wurde hinzugefügt${named(label)}`,
  'email-changed': ({ label }) => `Die E-Mail-Adresse wurde geändert${named(label)}`,
  'email-change-undone': ({ label }) =>
    `Die Änderung der E-Mail-Adresse wurde rückgängig gemacht${named(label)}`,
  'phone-verified': ({ label }) => `Eine Telefonnummer${ending(label)} wurde hinzugefügt`,
  'phone-removed': ({ label }) => `Die Telefonnummer${ending(label)} wurde entfernt`,
  'phone-taken': ({ label }) =>
    `Die Telefonnummer${ending(label)} wurde entfernt: Jemand anderes hat gezeigt, dass sie ihm gehört`,
  'access-token-created': ({ label }) => `Ein Zugriffstoken wurde erstellt${named(label)}`,
  'access-token-revoked': ({ label }) => `Ein Zugriffstoken wurde widerrufen${named(label)}`,
  'data-exported': () => 'Die Daten dieses Kontos wurden heruntergeladen',
  'account-deleted': () => 'Das Konto wurde gelöscht',
  'account-created': () => 'Das Konto wurde vom Betreiber dieser Seite angelegt',
  'account-suspended': ({ label }) => `Das Konto wurde gesperrt${named(label)}`,
  'account-resumed': () => 'Die Sperre des Kontos wurde aufgehoben',
  'roles-changed': ({ label }) => `Die Rollen wurden geändert${named(label)}`,
  'profile-changed-by-administrator': () => 'Das Profil wurde vom Betreiber dieser Seite geändert',
  'sessions-ended-by-administrator': ({ label }) =>
    `Alle Geräte wurden vom Betreiber dieser Seite abgemeldet${named(label)}`,
  'impersonation-started': ({ label }) => `Ein Administrator handelt jetzt in Ihrem Namen${named(label)}`,
  'impersonation-ended': () => 'Ein Administrator handelt nicht mehr in Ihrem Namen',
  'client-sign-in': ({ label }) => `Bei ${label ?? 'einer App'} angemeldet`,
  'client-token-reused': ({ label }) =>
    `${label ?? 'Eine App'} wurde abgemeldet, weil ein altes Token der App noch einmal verwendet wurde`,
};

const groups: Readonly<Record<ActivityGroup, string>> = {
  'sign-ins': 'An- und Abmeldungen',
  methods: 'Anmeldemethoden',
  contact: 'E-Mail und Telefon',
  devices: 'Geräte',
  'access-tokens': 'Zugriffstokens',
  data: 'Ihre Daten',
  administration: 'Vom Betreiber',
};

export const applicationPages: ApplicationPagesTexts = {
  accessTokens: {
    nav: 'Zugriffstokens',
    title: 'Zugriffstokens',
    listTitle: 'Ihre Tokens',
    listHint: 'Ein Skript handelt mit einem Zugriffstoken für Sie. Es kann nur, was Sie ihm erlauben.',
    developers: 'Was man damit aufrufen kann',
    none: 'Sie haben keine Zugriffstokens.',
    noneMeaning: 'Ein Skript mit einem Token kann {} für Sie aufrufen.',
    procedures: 'die Prozeduren dieser Seite',
    created: 'Erstellt',
    lastUsed: 'zuletzt verwendet',
    neverUsed: 'noch nicht verwendet',
    with: 'mit',
    from: 'von',
    expires: 'Läuft ab',
    expiredOn: 'Abgelaufen',
    expired: 'Abgelaufen',
    expiresSoon: 'Läuft bald ab',
    revoke: 'Widerrufen',
    revokeOf: (name) => `${name} widerrufen`,
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    revokeTitle: (name) => `„${name}“ widerrufen?`,
    revokeMeaning:
      'Was sich damit anmeldet, funktioniert sofort nicht mehr. Ein widerrufenes Token kommt nicht zurück.',
    revoked: (name) => `„${name}“ ist widerrufen und funktioniert nicht mehr.`,
    removed: (name) => `„${name}“ ist entfernt.`,
    goneAlready: (name) => `„${name}“ war bereits widerrufen.`,
    newTitle: 'Neues Token',
    newHint: 'Es wird nur einmal angezeigt, nachdem Sie es erstellt haben.',
    defaultName: (day) => `Token vom ${day}`,
    name: 'Name',
    nameHint: 'Was es verwendet, und wo: „Nachtbericht auf dem Büroserver“.',
    scopes: 'Was darf es?',
    scopesHint:
      'Es kann sich nie anderswo anmelden, nie ändern, wie Sie sich anmelden, und keine weiteren Tokens erstellen.',
    presets: {
      readOnly: { name: 'Nur lesen', meaning: 'Alles sehen, nichts ändern.' },
      everything: { name: 'Alles', meaning: 'Alles sehen und ändern, was ein Token in Ihrem Konto darf.' },
    },
    chooseByHand: 'Oder wählen Sie selbst:',
    groups: [
      {
        title: 'Profil',
        scopes: [
          ['profile:read', 'Name, Bild, Sprache und E-Mail-Adresse sehen'],
          ['profile:write', 'Name, Bild und Sprache ändern'],
        ],
      },
      {
        title: 'E-Mail',
        scopes: [['email:read', 'Die Adresse und eine noch nicht bestätigte Änderung sehen']],
      },
      { title: 'Telefon', scopes: [['phone:read', 'Die Telefonnummer sehen']] },
      {
        title: 'Anmeldemethoden',
        scopes: [['accounts:read', 'Verbundene Konten sehen, und ob es ein Passwort gibt']],
      },
      {
        title: 'Geräte',
        scopes: [
          ['sessions:read', 'Sehen, wo Sie angemeldet sind'],
          ['sessions:write', 'Geräte abmelden'],
        ],
      },
      { title: 'Aktivität', scopes: [['activity:read', 'Sehen, was mit Ihrem Konto geschah']] },
      {
        title: 'Zugriffstokens',
        scopes: [['tokens:read', 'Ihre Zugriffstokens auflisten, nie die Tokens selbst']],
      },
    ],
    ownScopes: 'In den Anwendungen dieser Website',
    nothingAllowed: 'Dieses Token darf nichts mehr. Die Anwendung benutzt seine Rechte nicht mehr.',
    expiry: 'Wann läuft es ab?',
    inDays: (days) =>
      days === 365 ? 'In einem Jahr' : plural(days, { one: `In ${days} Tag`, other: `In ${days} Tagen` }),
    onADay: 'An einem Tag',
    day: 'Letzter Tag',
    dayMissing: 'Wählen Sie einen Tag.',
    create: 'Token erstellen',
    madeTitle: (name) => `„${name}“ ist bereit`,
    madeOnce:
      'Kopieren Sie es jetzt: Es wird nur dieses eine Mal angezeigt. Bewahren Sie es auf wie ein Passwort.',
    token: 'Token',
    tryIt: 'Im Terminal ausprobieren',
    copy: 'Kopieren',
    copyToken: 'Token kopieren',
    copyCommand: 'Befehl kopieren',
    copied: 'Kopiert',
    notCopied: 'Ihr Browser ließ das Kopieren nicht zu. Markieren Sie den Text und kopieren Sie ihn selbst.',
    done: 'Ich habe es kopiert',
  },

  account: {
    skip: 'Zum Inhalt springen',
    navigation: 'Konto',
    menu: (name) => `Kontomenü von ${name}`,
    yourAccount: 'Ihr Konto',
    administration: 'Verwaltung',
    back: (app) => `Zurück zu ${app}`,
    offline: 'Sie sind offline. Diese Seite aktualisiert sich, sobald die Verbindung wieder da ist.',
    notLoadedTitle: 'Diese Seite wurde nicht geladen',
    notLoaded: 'Sie öffnet sich von selbst, sobald die Verbindung wieder funktioniert.',
    profile: 'Profil',
    signInMethods: 'Anmeldemethoden',
    signOut: 'Abmelden',
    theAccount: 'Das Konto',
    nothingChangedTitle: 'Es wurde nichts geändert',
    nothingChanged:
      'Während Sie beim Anbieter waren, wurden Sie hier abgemeldet oder neu angemeldet. Versuchen Sie es noch einmal.',
    notConnected: 'Nicht verbunden',
    connected: (provider) => `${provider} ist verbunden. Sie können sich ab jetzt damit anmelden.`,
    connectedAlready: (provider) =>
      `${provider} war schon mit Ihrem Konto verbunden. Es hat sich nichts geändert.`,
    connectedAgain: (provider) => `${provider} ist wieder verbunden.`,
    verified: 'Sie haben bestätigt, dass Sie es sind. Wiederholen Sie jetzt, was Sie tun wollten.',
  },

  activity: {
    nav: 'Aktivitäten',
    title: 'Aktivitäten',
    hint: 'Was in den letzten 180 Tagen mit Ihrem Konto geschehen ist, das Neueste zuerst.',
    filter: 'Anzeigen',
    everything: 'Alles',
    groups,
    events,
    methods: {
      'email-link': 'einem Link per E-Mail',
      'email-code': 'einem Code per E-Mail',
      'phone-code': 'einem Code per SMS',
      password: 'dem Passwort',
      passkey: 'einem Passkey',
      totp: 'einem Code der Authenticator-App',
      'recovery-code': 'einem Wiederherstellungscode',
    },
    list: 'Ereignisse',
    none: 'Es ist noch nichts geschehen.',
    noneOfThese: 'Nichts dergleichen ist geschehen.',
    loadMore: 'Mehr laden',
    loadedMore: (count) =>
      plural(count, { one: 'Ein weiteres Ereignis.', other: `${count} weitere Ereignisse.` }),
    thatIsAll: 'Das ist alles.',
    notMe: 'Das war ich nicht',
    notMeAbout: (event) => `Das war ich nicht: ${event}`,
    secureTitle: 'Konto absichern',
    secureIntro:
      'Wenn jemand anderes Ihr Konto verwendet hat, melden Sie diese Person mit diesen Schritten ab und sperren sie aus. Es geschieht nichts, bevor Sie auf eine Schaltfläche drücken.',
    secureAbout: 'Was Sie nicht wiedererkannt haben',
    step: (number, title) => `${number}. ${title}`,
    endSessions: 'Alle anderen Geräte abmelden',
    endSessionsMeaning:
      'Alle anderen Sitzungen enden sofort. Hier bleiben Sie angemeldet. Auf Ihren anderen Geräten melden Sie sich neu an.',
    endSessionsDone: 'Kein anderes Gerät ist angemeldet.',
    endSessionsButton: (count) =>
      plural(count, { one: 'Das andere Gerät abmelden', other: `${count} andere Geräte abmelden` }),
    lookAtDevices: 'Erst ansehen',
    lookAtMethods: 'Anmeldemethoden prüfen',
    lookAtMethodsMeaning:
      'Entfernen Sie, was nicht Ihres ist, und ändern Sie, was jemand anderes kennen könnte. Bevor sich etwas ändert, werden Sie gefragt.',
    password: 'Passwort',
    passwordChanged: 'Festgelegt oder zuletzt geändert',
    noPassword: 'Es gibt keines.',
    connected: 'Verbundene Konten',
    since: 'verbunden',
    noneConnected: 'Keines ist verbunden.',
    email: 'E-Mail-Adresse',
    noEmail: 'Keine ist bestätigt.',
    phone: 'Telefonnummer',
    noPhone: 'Es gibt keine.',
    tokens: 'Zugriffstokens',
    noTokens: 'Es gibt keine.',
    made: 'erstellt',
    goToMethods: 'Anmeldemethoden',
    goToProfile: 'E-Mail und Telefon',
    goToTokens: 'Zugriffstokens',
    finish: 'Fertig',
    finishMeaning:
      'Wenn die anderen Geräte abgemeldet sind und alles oben Genannte Ihnen gehört, kann niemand sonst Ihr Konto verwenden.',
    finishOthersLeft:
      'Andere Geräte sind noch angemeldet. Machen Sie zuerst Schritt 1, außer es sind alle Ihre eigenen.',
    finishButton: 'Zurück zu Ihren Aktivitäten',
  },

  continueTo: {
    loading: 'Bei einer App anmelden',
    title: (app) => `Weiter zu ${app}?`,
    intro: (app) => `${app} möchte Sie mit diesem Konto anmelden.`,
    leadsTo: 'Führt zu',
    loopback: 'Ein Programm auf diesem Gerät',
    scheme: 'Eine App auf diesem Gerät',
    learns: 'Die App darf',
    scopes: {
      openid: 'Wissen, welches Konto Sie hier haben',
      profile: 'Ihren Namen, Ihr Bild und Ihre Sprache sehen',
      email: 'Ihre E-Mail-Adresse sehen',
      phone: 'Ihre Telefonnummer sehen',
      offline_access: 'Angemeldet bleiben, bis Sie sie abmelden',
    },
    warning: (app) =>
      `Fahren Sie nur fort, wenn Sie gerade eben begonnen haben, sich auf diesem Gerät bei ${app} anzumelden. Auch andere Programme auf diesem Gerät können diese Seite öffnen. Dann würden Sie diese Programme bei Ihrem Konto anmelden.`,
    approve: 'Weiter',
    deny: 'Abbrechen',
    approvedTitle: (app) => `Weiter in ${app}`,
    approved: (app) =>
      `Wenn Ihr Browser fragt, lassen Sie ihn ${app} öffnen. Dort wird die Anmeldung abgeschlossen. Danach können Sie dieses Fenster schließen.`,
    deniedTitle: 'Sie haben die Anmeldung abgebrochen',
    denied: (app) => `${app} bekommt keinen Zugriff auf Ihr Konto. Sie können dieses Fenster schließen.`,
    openAgain: (app) => `${app} öffnen`,
    refusedTitle: 'Diese Anmeldung kann nicht weitergehen',
    toAccount: 'Zu Ihrem Konto',
  },

  developers: {
    title: 'Für Entwickler',
    intro:
      'Alle Prozeduren dieser Website, um sie aus eigenen Programmen aufzurufen. Beschrieben sind sie auf Englisch.',
    document: 'Als OpenAPI 3.1',
    makeToken: 'Ein Zugriffstoken erstellen',
    search: 'Suchen',
    searchHint: 'Ein Name, eine Berechtigung, ein Fehlercode oder Wörter der Beschreibung.',
    found: (count) => plural(count, { one: `${count} Prozedur`, other: `${count} Prozeduren` }),
    none: 'Nichts passt dazu.',
    showAll: 'Alle zeigen',
    query: 'Abfrage',
    mutation: 'Änderung',
    anyone: 'Alle',
    signedIn: 'Wer angemeldet ist',
    fresh: 'Wer sich in den letzten zehn Minuten angemeldet oder bestätigt hat',
    strong: 'Wer sich in den letzten zehn Minuten mit einem zweiten Faktor bestätigt hat',
    byToken: (person) => `${person}, oder ein Zugriffstoken mit {}`,
    byAnyToken: (person) => `${person}, oder jedes Zugriffstoken`,
    noToken: (person) => `${person}, aber kein Zugriffstoken`,
    details: 'Felder, Fehler und ein Befehl zum Ausprobieren',
    input: 'Eingabe',
    noInput: 'Nichts.',
    answer: 'Antwort',
    field: 'Feld',
    type: 'Typ',
    whole: 'der ganze Wert',
    optional: 'darf fehlen',
    when: 'wenn',
    errors: 'Kann fehlschlagen mit',
    tryIt: 'In einem Terminal',
    trouble: 'Die Beschreibung der Prozeduren konnte nicht geladen werden.',
  },

  device: {
    title: 'Gerät verbinden',
    intro:
      'Eine App auf einem anderen Gerät zeigt einen Code. Geben Sie ihn hier ein, um zu sehen, was die App möchte.',
    code: 'Code der App',
    codeHint: 'Acht Buchstaben. Großschreibung und Bindestrich sind nicht wichtig.',
    next: 'Weiter',
    question: 'Diese App zulassen?',
    compare: 'Zeigt die App diesen Code?',
    account: 'Sie sind angemeldet als',
    otherAccount: 'Das sind nicht Sie? Anderes Konto verwenden',
    program: 'Name der App',
    quoted: (name) => `„${name}“`,
    verified: 'Dieser Name ist überprüft.',
    notVerified: 'Name vom Gerät gesendet, nicht überprüft',
    askedFrom: 'Anfrage von',
    sameAddress: 'dieselbe Netzwerkadresse wie dieser Browser',
    otherAddress: 'eine andere Netzwerkadresse als dieser Browser',
    unknownAddress: 'einer unbekannten Adresse',
    asked: 'Angefragt',
    wants: 'Berechtigungen',
    lasts: 'Zugriff für',
    days: (days) =>
      plural(days, {
        one: `${days} Tag, oder bis Sie ihn widerrufen`,
        other: `${days} Tage, oder bis Sie ihn widerrufen`,
      }),
    daysOfApp: (days) =>
      plural(days, {
        one: `Höchstens ${days} Tag, oder bis Sie sie abmelden`,
        other: `Höchstens ${days} Tage, oder bis Sie sie abmelden`,
      }),
    warning:
      'Lassen Sie die App nur zu, wenn Sie sie gerade eben auf einem Gerät gestartet haben, das Sie vor sich haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
    warningElsewhere:
      'Die Anfrage kam aus einem anderen Netzwerk als Ihrem. Lassen Sie die App nur zu, wenn Sie sie gerade eben auf einem Gerät gestartet haben, das Sie vor sich haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
    programWarning:
      'Lassen Sie die App nur zu, wenn Sie sie selbst gerade eben gestartet haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
    programWarningElsewhere:
      'Die Anfrage kam aus einem anderen Netzwerk als Ihrem. Lassen Sie die App nur zu, wenn Sie sie selbst auf einem anderen Gerät gestartet haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
    approve: 'Zulassen',
    deny: 'Ablehnen',
    otherCode: 'Anderen Code eingeben',
    approvedTitle: 'Das Gerät ist verbunden',
    approved: (name) => `„${name}“ macht in wenigen Sekunden weiter. Sie können diese Seite schließen.`,
    tokensLater: 'Dann finden Sie sie bei Ihren Zugriffstokens, wo Sie den Zugriff widerrufen können.',
    listed: (name) => `„${name}“ hat jetzt Zugriff. Sie können diese Seite schließen.`,
    tokensHint: 'Die App steht bei Ihren Zugriffstokens. Dort können Sie den Zugriff widerrufen.',
    toTokens: 'Zu Ihren Zugriffstokens',
    devicesLater: 'Dann finden Sie die App bei Ihren Geräten, wo Sie sie abmelden können.',
    signedIn: (name) => `${name} ist jetzt angemeldet. Sie können diese Seite schließen.`,
    devicesHint: 'Die App steht bei Ihren Geräten. Dort können Sie sie abmelden.',
    toDevices: 'Zu Ihren Geräten',
    deniedTitle: 'Die Anfrage wurde abgelehnt',
    denied: (name) => `„${name}“ bekommt keinen Zugriff. Sie können diese Seite schließen.`,
    notYours: 'Haben Sie die App nicht gestartet? Dann versucht vielleicht jemand, in Ihr Konto zu kommen.',
    secure: 'Sehen, was mit Ihrem Konto geschah',
  },

  devices: {
    nav: 'Geräte',
    title: 'Geräte',
    thisDevice: 'Dieses Gerät',
    list: 'Wo Sie angemeldet sind',
    listHint: 'Ein Gerät, das Sie abmelden, verliert sofort den Zugriff.',
    listHintApps:
      'Ein Gerät, das Sie abmelden, verliert sofort den Zugriff. Eine App kann ihn noch bis zu fünf Minuten behalten.',
    noOthers: 'Sie sind sonst nirgends angemeldet.',
    activeNow: 'Jetzt aktiv',
    signedIn: 'Angemeldet',
    lastSeen: 'Zuletzt gesehen',
    expires: 'Läuft',
    ifUnused: 'ab, wenn es unbenutzt bleibt',
    from: 'von',
    unknownPlace: 'einer unbekannten Adresse',
    justNow: 'gerade eben',
    deviceOn: (browser, system) => `${browser} unter ${system}`,
    administrator: 'Administrator dieser Seite',
    beganToAct: 'Handelt in Ihrem Namen, Beginn:',
    unknownDevice: 'Unbekanntes Gerät',
    signOut: 'Abmelden',
    signOutOf: (device) => `${device} abmelden`,
    appOn: (app, device) => `${app} · ${device}`,
    endsApps: (apps) => `Wenn Sie es abmelden, melden Sie auch ${apps} ab.`,
    signedOutAll: (names) => `${names} sind abgemeldet.`,
    signedOut: (device) => `${device} ist abgemeldet.`,
    signedOutAlready: (device) => `${device} war bereits abgemeldet.`,
    revokeOthers: 'Alle anderen abmelden',
    revokeOthersTitle: (count) =>
      plural(count, { one: 'Das andere Gerät abmelden?', other: `Alle ${count} anderen Geräte abmelden?` }),
    revokeOthersMeaning: (count) =>
      plural(count, {
        one: 'Es wird sofort abgemeldet und muss sich neu anmelden. Hier bleiben Sie angemeldet. Zugriffstokens, die Skripte verwenden, bleiben gültig.',
        other:
          'Sie werden sofort abgemeldet und müssen sich neu anmelden. Hier bleiben Sie angemeldet. Zugriffstokens, die Skripte verwenden, bleiben gültig.',
      }),
    revokeAllTitle: 'Alle anderen Geräte und Apps abmelden?',
    revokedAll: 'Alle anderen Geräte und Apps sind abgemeldet.',
    keepThem: 'Angemeldet lassen',
    revokedOthers: (count) =>
      count === 0
        ? 'Es war kein anderes Gerät mehr angemeldet.'
        : plural(count, {
            one: 'Das andere Gerät ist abgemeldet.',
            other: `${count} andere Geräte sind abgemeldet.`,
          }),
    notYours: 'Sehen Sie ein Gerät, das nicht Ihres ist?',
    secureAccount: 'Konto absichern',
  },

  email: {
    title: 'E-Mail-Adresse',
    add: 'E-Mail-Adresse hinzufügen',
    changeLabel: 'E-Mail-Adresse ändern',
    confirmThis: 'Diese Adresse bestätigen',
    newAddress: 'Neue E-Mail-Adresse',
    firstAddress: 'Ihre E-Mail-Adresse',
    enterAddress: 'Geben Sie die Adresse ein.',
    explainChange: (current) =>
      `Dorthin geht eine E-Mail mit einem Link und einem Code. Bis Sie sie bestätigen, bleibt ${current} Ihre Adresse.`,
    explainFirst:
      'Dorthin geht eine E-Mail mit einem Link und einem Code. Sobald Sie sie bestätigen, gehört die Adresse hier Ihnen.',
    send: 'E-Mail senden',
    sentTo: 'Eine E-Mail mit einem Link und einem Code ging an',
    waiting:
      'Sie wird Ihre Adresse, wenn Sie hier den Code eingeben oder den Link dort öffnen, wo Sie angemeldet sind.',
    code: 'Code aus der E-Mail',
    confirm: 'Bestätigen',
    notConfirmed: 'Nicht bestätigt',
    sendAgain: 'Erneut senden',
    sendNew: 'Neue E-Mail senden',
    sentAgain: 'Eine neue E-Mail ist unterwegs. Der ältere Link und der ältere Code gelten nicht mehr.',
    changed: (address) => `Ihre E-Mail-Adresse ist jetzt ${address}.`,
    toldFormer:
      'Wir haben die alte Adresse benachrichtigt. Mit ihr kann sich niemand mehr anmelden, aber sie kann die Änderung sieben Tage lang rückgängig machen.',
    otherDevices: 'Ihre anderen Geräte bleiben angemeldet.',
    lookAtDevices: 'Geräte ansehen',
    cancelled: 'Ihre Adresse bleibt, wie sie ist. Link und Code gelten nicht mehr.',
  },

  impersonation: {
    label: 'Handeln als andere Person',
    actingAs: (name) => `Sie handeln als ${name}.`,
    limits: (time) =>
      `Das endet spätestens um ${time}. Sie sehen, was die Person sieht, und können ihr Konto nicht ändern.`,
    end: 'Beenden',
  },

  outbox: {
    title: 'Postausgang',
    hint: 'Dieser Server verschickt keine Mails und SMS. Er bewahrt sie hier für Sie zum Lesen auf. Die Liste aktualisiert sich von selbst.',
    trouble: 'Der Postausgang lässt sich gerade nicht lesen. Diese Seite versucht es von selbst noch einmal.',
    none: 'Auf diesem Server gibt es keinen Postausgang.',
    elsewhere: 'Der Postausgang wird nur auf dem Rechner gezeigt, auf dem dieser Server läuft.',
    empty: 'Noch nichts. Fordern Sie einen Anmeldelink an, dann erscheint er hier.',
    messages: 'Nachrichten',
    mail: 'E-Mail',
    textMessage: 'SMS',
    openLink: 'Link öffnen',
    asText: 'Als reinen Text zeigen',
    asHtml: 'Als HTML zeigen',
    messageAsHtml: 'Die Nachricht als HTML',
    copyCode: 'Code kopieren',
    copied: 'Kopiert',
    messageId: (id) => `Message-ID: ${id}`,
  },

  ownLanguage: {
    hint: 'Für diese Seiten und für die Mails, die Sie bekommen.',
    change: 'Sprache ändern',
  },

  ownPassword: {
    title: 'Passwort',
    isSet: 'Ihr Passwort ist festgelegt. Sie können sich ab jetzt damit anmelden.',
    isChanged: 'Ihr Passwort ist geändert, und alle anderen Geräte sind abgemeldet.',
    isRemoved: 'Ihr Passwort ist entfernt. Sie können sich damit nicht mehr anmelden.',
    leftOutTitle: 'Sie sind angemeldet, ohne Passwort',
    leftOut:
      'Die Mail wurde in einem anderen Browser geöffnet als dem, in dem Sie Ihr Passwort gewählt haben, deshalb wurde es nicht übernommen.',
    none: 'Sie haben kein Passwort.',
    needsAddress: 'Fügen Sie zuerst eine E-Mail-Adresse hinzu. Sie geben sie zusammen mit dem Passwort ein.',
    setOne: 'Passwort festlegen',
    currentLabel: 'Jetziges Passwort',
    missingCurrent: 'Geben Sie Ihr jetziges Passwort ein.',
    changedOn: (day) => `Zuletzt geändert am ${day}`,
    change: 'Passwort ändern',
    remove: 'Passwort entfernen',
    forgot: 'Vergessen?',
    set: 'Passwort festlegen',
    removeTitle: 'Ihr Passwort entfernen?',
    removeWarning:
      'Sie können sich damit hier dann nicht mehr anmelden. Ein neues können Sie jederzeit festlegen.',
  },

  passkeys: {
    title: 'Passkeys',
    hint: 'Sie melden sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Sie brauchen kein Passwort und keine Mail.',
    unsupported: 'Dieser Browser kann keine Passkeys erstellen.',
    create: 'Passkey erstellen',
    created: (name) => `Der Passkey „${name}“ wurde erstellt. Sie können sich ab jetzt damit anmelden.`,
    exists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    notCreated: 'Es wurde kein Passkey erstellt. Nichts wurde geändert.',
    failed:
      'Dieses Gerät konnte keinen Passkey erstellen. Vielleicht braucht es zuerst eine Bildschirmsperre, zum Beispiel eine PIN.',
    synced: 'Synchronisiert',
    thisDeviceOnly: 'Nur auf diesem Gerät',
    createdOn: (day) => `Erstellt am ${day}`,
    lastUsedOn: (day) => `zuletzt genutzt am ${day}`,
    neverUsed: 'noch nicht genutzt',
    otherHost: (host) =>
      `Er gehört zu ${host}, einer früheren Adresse dieser Seite. Erstellen Sie einen neuen.`,
    rename: 'Umbenennen',
    renameOf: (name) => `Passkey ${name} umbenennen`,
    name: 'Name des Passkeys',
    renamed: (name) => `Der Passkey heißt jetzt „${name}“.`,
    removeOf: (name) => `Passkey ${name} entfernen`,
    removeTitle: (name) => `Den Passkey „${name}“ entfernen?`,
    removeWarning:
      'Sie können sich dann nicht mehr damit anmelden. Wenn Ihr Browser ihn danach noch anbietet, löschen Sie ihn auch dort.',
    removed: (name) => `Der Passkey „${name}“ wurde entfernt. Sie können sich nicht mehr damit anmelden.`,
    verify: 'Passkey verwenden',
    notVerified:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder bestätigen Sie es auf andere Weise.',
    offerTitle: 'Nächstes Mal schneller anmelden',
    notNow: 'Jetzt nicht',
  },

  phone: {
    title: 'Telefon',
    hint: 'Damit bestätigen Sie, dass Sie es sind.',
    isVerified: 'Ihre Telefonnummer ist bestätigt.',
    isRemoved: 'Ihre Telefonnummer ist entfernt.',
    add: 'Telefonnummer hinzufügen',
    since: (day) => `Seit ${day}`,
    change: 'Telefonnummer ändern',
    remove: 'Telefonnummer entfernen',
    number: 'Telefonnummer',
    missing: 'Geben Sie Ihre Telefonnummer ein.',
    codeGoesTo: 'Ein Code geht an {}',
    sendCode: 'Code senden',
    country: 'Land',
    chooseCountry: 'Wählen oder tippen',
    noSuchCountry: 'Kein solches Land',
    countriesFound: (count, first) =>
      plural(count, { one: `${first}.`, other: `${count} Länder, zuerst ${first}.` }),
    textSent: 'Eine SMS mit einem Code ging an {}.',
    verify: 'Bestätigen',
    another: 'Andere Nummer verwenden',
    removeTitle: 'Ihre Telefonnummer entfernen?',
    removeWarning: (number) =>
      `Mit ${number} können Sie dann nicht mehr bestätigen, dass Sie es sind. Sie können sie jederzeit wieder hinzufügen.`,
  },

  picture: {
    title: 'Bild',
    add: 'Bild hinzufügen',
    change: 'Bild ändern',
    hint: 'Wird neben Ihrem Namen gezeigt. Wer die Adresse des Bildes kennt, kann es sehen.',
    upload: 'Bild hochladen',
    useFrom: (provider) => `Bild von ${provider} verwenden`,
    remove: 'Bild entfernen',
    kinds: 'Eine PNG-, JPEG- oder WebP-Datei.',
    drop: 'Sie können sie auch hier ablegen.',
  },

  profile: {
    title: 'Profil',
    security: 'Sicherheit',
    name: 'Name',
    nameHint: 'Apps und andere Menschen sehen ihn. Sie können ihn leer lassen.',
    notSet: 'Nicht angegeben',
    add: 'Hinzufügen',
    addName: 'Name hinzufügen',
    changeName: 'Name ändern',
    notSaved: 'Nicht gespeichert',
    notSavedYet: 'Noch nicht gespeichert',
    savedWhenOnline: 'Die Änderung wird gespeichert, wenn die Verbindung wieder da ist.',
    notConfirmedYet: (value) => `Noch nicht bestätigt: ${value}`,
    enterCode: 'Code eingeben',
  },

  securityReview: {
    title: 'Konto prüfen',
    intro: (day) =>
      `Ihr Passwort wurde zurückgesetzt. Andere Anmeldemethoden gelten weiter. Prüfen Sie, was seit dem ${day} hinzugefügt wurde, und entfernen Sie, was Sie nicht kennen.`,
    listTitle: 'Zu Ihrem Konto hinzugefügt',
    listHint: 'Wenn Sie etwas davon nicht kennen, kann sich vielleicht jemand anderes damit anmelden.',
    phone: 'Telefonnummer',
    passkey: 'Passkey',
    password: 'Passwort',
    authenticatorApp: 'Authenticator-App',
    addedOn: (day) => `Hinzugefügt am ${day}`,
    removePhone: (number) => `${number} entfernen`,
    removedPhone: (number) => `${number} wurde entfernt.`,
    allMine: 'Das alles gehört mir',
    allMineMeaning: 'Es bleibt, und Sie werden nicht mehr danach gefragt.',
    nothingLeft: 'Es gibt nichts mehr zu prüfen.',
    finished: 'Danke. Was hinzugefügt wurde, bleibt.',
    goOn: 'Weiter',
    otherWay: 'Anders anmelden',
    /** By the reason of the review. */
    notices: {
      'password-reset': (count) =>
        plural(count, {
          one: 'Ihr Passwort wurde zurückgesetzt. Kurz davor oder seitdem wurde etwas zu Ihrem Konto hinzugefügt.',
          other: `Ihr Passwort wurde zurückgesetzt. Kurz davor oder seitdem wurde ${count}-mal etwas zu Ihrem Konto hinzugefügt.`,
        }),
      vouched: () =>
        'Diese Website oder ihr früheres System hat Ihr Konto eingerichtet, mit allem, was hier steht. Entfernen Sie, was Sie nicht kennen. Wenn alles Ihnen gehört, bestätigen Sie es: Ihre anderen Geräte werden dann abgemeldet.',
      'password-breached': () =>
        'Ihr Passwort ist aus einem Datenleck bekannt. Angreifer versuchen solche Passwörter zuerst.',
    },
  },

  signInMethods: {
    title: 'Anmeldemethoden',
    list: 'So melden Sie sich an',
    listHint: 'Mit mehr als einer können Sie sich auch dann anmelden, wenn eine andere nicht funktioniert.',
    emailLink: 'Link oder Code per E-Mail',
    emailLinkHint: 'Eine Mail mit einem Link und einem Code, wenn Sie sie anfordern.',
    phoneCodeHint: 'Eine SMS mit einem Code, wenn Sie sie anfordern.',
    removed: (provider) => `${provider} wurde entfernt. Sie können sich damit nicht mehr anmelden.`,
    ended: 'Zugriff beim Anbieter beendet',
    accountId: (id) => `Konto-ID ${id}`,
    connectedOn: (day) => `Verbunden am ${day}`,
    lastUsedOn: (day) => `zuletzt genutzt am ${day}`,
    neverUsed: 'noch nicht genutzt',
    reconnect: 'Neu verbinden',
    reconnectAccount: (provider, label) => `${provider} (${label}) neu verbinden`,
    removeAccount: (provider, label) => `${provider} (${label}) entfernen`,
    removeTitle: (provider) => `${provider} entfernen?`,
    removeWarning: (provider, label) =>
      `Mit ${label} bei ${provider} können Sie sich hier dann nicht mehr anmelden. Sie können es jederzeit wieder verbinden.`,
    connect: 'Verbinden',
    connectProvider: (provider) => `${provider} verbinden`,
  },

  verify: {
    title: 'Bestätigen Sie, dass Sie es sind',
    why: 'Niemand sonst soll das an Ihrem Gerät tun können. Danach geht es dort weiter, wo Sie waren.',
    notVerified: 'Nicht bestätigt',
    noWay: 'Hier können Sie es nicht bestätigen. Melden Sie sich ab und wieder an.',
    signOut: 'Abmelden',
    verify: 'Bestätigen',
    sendToPhone: 'Code an mein Telefon senden',
  },

  yourData: {
    title: 'Ihre Daten',
    exportTitle: 'Daten exportieren',
    exportHint:
      'Alles, was über Sie gespeichert ist, in einer JSON-Datei, die Menschen und Programme lesen können.',
    exportWhat:
      'Profil, Adresse und Telefonnummer, Anmeldemethoden, Sitzungen, Zugriffstokens und Aktivitäten. Passwörter und Schlüssel sind nicht dabei: Mit dieser Datei kann sich niemand anmelden.',
    download: 'Herunterladen',
    collecting: 'Ihre Daten werden zusammengestellt …',
    downloaded: (name) => `Heruntergeladen als ${name}.`,
    deleteTitle: 'Konto löschen',
    deleteHint: 'Das geschieht sofort und lässt sich nicht rückgängig machen.',
    deleteOpen: 'Konto löschen',
    goesTitle: 'Was gelöscht wird',
    goes: [
      'Profil und Bild, E-Mail-Adresse und Telefonnummer. Adresse und Nummer können sofort für ein neues Konto verwendet werden.',
      'Alle Anmeldemethoden und alle Sitzungen, auf diesem Gerät und auf jedem anderen.',
      'Ihre Zugriffstokens: Skripte, die sie verwenden, funktionieren nicht mehr.',
      'Ihre verbundenen Konten: Wir geben den Zugriff auf, den Sie uns gegeben haben. Die Konten selbst bleiben bestehen.',
      'Ihre Aktivitäten.',
    ],
    keptTitle: 'Was bleibt',
    keptMail: (email) => `Die Mail an ${email}, die das Löschen bestätigt, bis sie verschickt ist.`,
    keptMessages: 'Nachrichten zu Ihrem Konto, die schon unterwegs sind, höchstens zwei Tage lang.',
    keptCounters: (minutes) =>
      plural(minutes, {
        one: `Wie viele Nachrichten an Ihre Adresse und Nummer gesendet wurden, ${minutes} Minute lang. So kann niemand die Grenzen mit einem neuen Konto umgehen.`,
        other: `Wie viele Nachrichten an Ihre Adresse und Nummer gesendet wurden, ${minutes} Minuten lang. So kann niemand die Grenzen mit einem neuen Konto umgehen.`,
      }),
    keptLogs:
      'Protokoll und Sicherungskopien des Servers, so lange die Betreiber dieser Seite sie aufbewahren. Im Protokoll stehen eine interne Nummer und Netzwerkadressen, nie Name, E-Mail-Adresse oder Telefonnummer.',
    downloadFirst: 'Laden Sie Ihre Daten vorher herunter, wenn Sie sie behalten möchten.',
    deletionWords,
    typeWords: (words) => `Geben Sie zur Bestätigung „${words}“ ein`,
    wordsDiffer: 'Das sind nicht die Wörter. Geben Sie sie so ein, wie sie dort stehen.',
    deleteButton: 'Mein Konto löschen',
    deleting: 'Ihr Konto wird gelöscht …',
  },
};
