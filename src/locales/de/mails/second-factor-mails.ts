import { RECOVERY_CODES_FEW } from '../../../shared/limits.ts';
import type { SecondFactorTexts } from '../../security-words.ts';
import { plural } from '../plural.ts';

const quoted = (label: string | null) => (label === null ? '' : ` „${label}“`);

export const secondFactorMails: SecondFactorTexts = {
  'passkey-added': ({ name, label }) => ({
    title: `Bei ${name} wurde ein Passkey hinzugefügt`,
    what: `Sie können sich jetzt mit dem Passkey${quoted(label)} anmelden. Er braucht kein Passwort und keinen zweiten Schritt.`,
    advice: 'Wenn Sie das nicht waren, entfernen Sie ihn und melden Sie Ihre anderen Geräte ab.',
  }),
  'passkey-removed': ({ name, label }) => ({
    title: `Bei ${name} wurde ein Passkey entfernt`,
    what: `Mit dem Passkey${quoted(label)} kann sich niemand mehr bei Ihrem Konto anmelden.`,
    advice:
      'Wenn Sie das nicht waren, melden Sie sich mit einer anderen Methode an und sehen Sie nach, was sich sonst geändert hat.',
  }),
  'authenticator-app-added': ({ name, label }) => ({
    title: `Bei ${name} wurde eine Authenticator-App hinzugefügt`,
    what: `Die Authenticator-App${quoted(label)} wurde hinzugefügt. Wenn Sie sich anmelden, fragen wir nach einem zweiten Schritt.`,
    advice: 'Wenn Sie das nicht waren, entfernen Sie sie und melden Sie Ihre anderen Geräte ab.',
  }),
  'authenticator-app-removed': ({ name, label }) => ({
    title: `Bei ${name} wurde eine Authenticator-App entfernt`,
    what: `Die Codes der Authenticator-App${quoted(label)} gelten nicht mehr. Wenn Sie keine andere Authenticator-App haben, braucht die Anmeldung nur einen Schritt.`,
    advice: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie Ihre anderen Geräte ab.',
  }),
  'recovery-codes-created': ({ name }) => ({
    // The word for recovery codes is wider than a phone in a heading.
    title: `Neue Codes zur Wiederherstellung bei ${name}`,
    what: 'Es gibt zehn neue Wiederherstellungscodes für Ihr Konto. Frühere gelten nicht mehr.',
    advice:
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie neue Wiederherstellungscodes.',
  }),
  'recovery-code-used': ({ name, label }) => {
    const count = Number(label);
    const few = 'Erstellen Sie bald neue und bewahren Sie sie sicher auf.';
    return {
      title: `Bei ${name} wurde ein Code zur Wiederherstellung benutzt`,
      what: [
        'Jemand hat als zweiten Schritt einen Ihrer Wiederherstellungscodes angegeben.',
        plural(count, { one: 'Ein Code ist übrig.', other: `${count} Codes sind übrig.` }),
        ...(count <= RECOVERY_CODES_FEW ? [few] : []),
      ].join(' '),
      advice:
        'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie danach neue Wiederherstellungscodes.',
    };
  },
  'first-factor-passed': ({ name }) => ({
    title: `Jemand hat bei ${name} den ersten Schritt einer Anmeldung bestanden`,
    what: 'Jemand hat Ihr Passwort angegeben oder einen anderen ersten Schritt bestanden, aber nicht den zweiten. Deshalb wurde niemand angemeldet.',
    advice:
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort oder kann Ihre E-Mails lesen: Ändern Sie Ihr Passwort. Wenn Sie selbst abgebrochen haben, ist nichts zu tun.',
  }),
  'second-factor-removal-requested': ({ name, label }) => ({
    title: `Die Bestätigung in zwei Schritten wird bei ${name} ausgeschaltet`,
    what: `Der Betreiber der Website wurde gebeten, den zweiten Schritt von Ihrem Konto zu entfernen${
      label === null ? '' : `. Der Grund: „${label}“`
    }. In 24 Stunden werden Ihre Authenticator-Apps, Wiederherstellungscodes und vertrauten Browser entfernt. Ihre Passkeys bleiben, außer wenn diese Website von allen einen zweiten Schritt verlangt: Dann werden auch sie entfernt.`,
    advice:
      'Wenn Sie nicht darum gebeten haben, halten Sie es innerhalb von 24 Stunden auf: Vielleicht versucht jemand, in Ihr Konto zu kommen. Die Seite fragt Sie vorher. Wenn Sie darum gebeten haben, ist nichts zu tun.',
  }),
  'second-factor-removal-stopped': ({ name }) => ({
    title: `Die Bestätigung in zwei Schritten bleibt bei ${name} eingeschaltet`,
    what: 'Der Betreiber wollte den zweiten Schritt von Ihrem Konto entfernen. Das wurde aufgehalten. Es wurde nichts entfernt.',
    advice:
      'Wenn Sie Ihren zweiten Schritt verloren und das nicht aufgehalten haben, schreiben Sie den Betreibern der Website.',
  }),
  'second-factor-removed': ({ name, label }) => ({
    title: `Die Bestätigung in zwei Schritten wurde bei ${name} ausgeschaltet`,
    what: `Alle Authenticator-Apps, Wiederherstellungscodes und vertrauten Browser wurden von Ihrem Konto entfernt. ${
      label === null ? 'Ihre Passkeys gelten weiter.' : `Auch diese Passkeys wurden entfernt: ${label}.`
    }`,
    advice:
      'Melden Sie sich an und richten Sie sie neu ein. Wenn Sie das nicht erwartet haben, ändern Sie auch Ihr Passwort.',
  }),
};
