import { plural } from '../plural.ts';
import type { SecondFactorPagesTexts } from '../../texts.ts';

export const secondFactorPages: SecondFactorPagesTexts = {
  twoStep: {
    title: 'Bestätigung in zwei Schritten',
    on: 'An',
    off: 'Aus',
    onHint: 'Nach dem ersten Schritt fragt eine Anmeldung nach einem zweiten.',
    offHint:
      'Ein zweiter Schritt schützt Ihr Konto auch dann, wenn jemand Ihr Passwort kennt oder Ihre Mails liest.',
    summary: (apps, codes) =>
      `${plural(apps, { one: 'eine Authenticator-App', other: `${apps} Authenticator-Apps` })}, ${plural(
        codes,
        {
          one: 'noch ein Wiederherstellungscode',
          other: `noch ${codes} Wiederherstellungscodes`,
        },
      )}`,
    setUp: 'Authenticator-App einrichten',
    addAnother: 'Weitere Authenticator-App hinzufügen',
    addedOn: (day) => `Hinzugefügt am ${day}`,
    lastUsedOn: (day) => `zuletzt verwendet am ${day}`,
    neverUsed: 'noch nicht verwendet',
    rename: 'Umbenennen',
    renameOf: (name) => `Authenticator-App ${name} umbenennen`,
    name: 'Name der Authenticator-App',
    renamed: (name) => `Die Authenticator-App heißt jetzt „${name}“.`,
    removeOf: (name) => `Authenticator-App ${name} entfernen`,
    removeTitle: (name) => `„${name}“ entfernen?`,
    removeWarning: 'Ihre Codes gelten dann nicht mehr. Sie haben eine weitere Authenticator-App.',
    removeLastAppWarning:
      'Sie ist Ihre einzige Authenticator-App. Ihre Wiederherstellungscodes gelten dann nicht mehr. Ihr zweiter Schritt ist dann ein Passkey.',
    removeLastWarning:
      'Sie ist Ihre einzige Authenticator-App. Die Bestätigung in zwei Schritten ist dann aus, und Ihre Wiederherstellungscodes gelten nicht mehr.',
    removed: (name) => `„${name}“ wurde entfernt. Ihre Codes gelten nicht mehr.`,
    turnedOff: 'Die Bestätigung in zwei Schritten ist aus.',
    passkeysCount: (count) => plural(count, { one: 'Ein Passkey', other: `${count} Passkeys` }),
    passkeysHint: 'Auch ein Passkey ist ein zweiter Schritt.',
    recoveryCodes: 'Wiederherstellungscodes',
    codesLeft: (count) => plural(count, { one: 'Noch einer', other: `Noch ${count}` }),
    codesCreatedOn: (day) => `Erstellt am ${day}. Jeder von ihnen gilt einmal.`,
    newCodes: 'Neue Wiederherstellungscodes',
    newCodesTitle: 'Neue Wiederherstellungscodes erstellen?',
    newCodesWarning: 'Die Codes, die Sie haben, gelten dann nicht mehr.',
    codesReplaced: 'Sie haben neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
    tokensStay:
      'Zugriffstoken, die Sie vorher erstellt haben, bleiben gültig. Widerrufen Sie die, die Sie nicht brauchen.',
    isSetUp: 'Die Bestätigung in zwei Schritten ist eingerichtet. Ihre nächste Anmeldung fragt danach.',
    scanTitle: 'Authenticator-App verbinden',
    scan: 'Scannen Sie diesen QR-Code mit der App, zum Beispiel mit Google Authenticator, Aegis oder einem Passwortmanager. Geben Sie dann den Code ein, den die App anzeigt.',
    qrCode: 'QR-Code für Ihre Authenticator-App',
    cannotScan: 'Geheimnis stattdessen eintippen',
    secret: 'Geheimnis',
    copySecret: 'Geheimnis kopieren',
    firstCode: 'Code, den die App gerade anzeigt',
    confirm: 'Einschalten',
    codesTitle: 'Wiederherstellungscodes speichern',
    codesOnce:
      'Wenn Sie Ihr Telefon verlieren, melden Sie sich mit einem dieser Codes an. Jeder von ihnen gilt einmal. Sie werden nur jetzt angezeigt.',
    fileTitle: (site) => `Wiederherstellungscodes für ${site}`,
    download: 'Herunterladen',
    print: 'Drucken',
    saved: 'Ich habe sie gespeichert',
    removalTitle: 'Ihr zweiter Schritt wird entfernt',
    removal: (time) =>
      `Der Betreiber dieser Seite entfernt Ihre Authenticator-Apps, Wiederherstellungscodes und vertrauten Browser: ${time}. Ihre Passkeys bleiben.`,
    removalWithPasskeys: (time) =>
      `Der Betreiber dieser Seite entfernt Ihre Authenticator-Apps, Wiederherstellungscodes, vertrauten Browser und die Passkeys, die Sie bei der Anfrage hatten: ${time}.`,
    removalReason: (reason) => `Der Grund: ${reason}`,
    removalStop:
      'Haben Sie nicht darum gebeten? Halten Sie die Entfernung hier an, oder mit dem Link in der Mail, die wir Ihnen gesendet haben. Mit einem anderen zweiten Schritt müssen Sie nicht warten.',
    stopRemoval: 'Entfernung anhalten',
    removeNow: 'Jetzt entfernen',
    removalStopped: 'Die Entfernung ist angehalten. Ihr zweiter Schritt bleibt.',
    removedNow: 'Ihr zweiter Schritt ist entfernt. Richten Sie einen neuen ein.',
    trustedTitle: 'Vertraute Browser',
    trustedHint: 'Diese Browser werden nicht nach dem zweiten Schritt gefragt.',
    thisBrowser: 'Dieser Browser',
    trustedUntil: (day) => `Bis ${day}`,
    endTrust: 'Vertrauen beenden',
    endTrustOf: (browser) => `Vertrauen in ${browser} beenden`,
    trustEnded: (browser) => `${browser} wird ab jetzt nach dem zweiten Schritt gefragt.`,
    enrolTitle: 'Zweiten Schritt einrichten',
    enrolWhy: (site) =>
      `${site} fragt alle bei der Anmeldung nach einem zweiten Schritt. Richten Sie jetzt einen ein, dann geht es weiter. Das dauert etwa eine Minute.`,
    offerWhy:
      'Die Seite, von der Sie kommen, verlangt einen zweiten Schritt, und Sie haben noch keinen. Richten Sie einen ein, dann geht es weiter.',
    appHint: 'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code.',
    passkeyHint: 'Ihr Fingerabdruck, Ihr Gesicht oder Ihre Bildschirmsperre. Sie brauchen keinen Code.',
    createPasskey: 'Passkey erstellen',
    staleTitle: 'Noch einmal anmelden',
    stale:
      'Ihre Anmeldung liegt eine Weile zurück. Melden Sie sich ab und wieder an, dann kommen Sie hierher zurück.',
    signOut: 'Abmelden',
    verifyTitle: 'Bestätigen Sie, dass Sie es sind',
    verifyWhy: 'Die Seite, von der Sie kommen, verlangt es. Danach geht es dort weiter.',
    notNow: 'Jetzt nicht',
  },
};
