import type { AdministrationTexts } from '../../security-words.ts';

const because = (label: string | null) => (label === null ? '' : `, mit dieser Begründung: „${label}“`);

/** The mails about what administrators and applications do to an account. */
export const administrationMails: AdministrationTexts = {
  // Eine Einladung. Ihre Schaltfläche bestätigt die Adresse.
  'account-created': ({ name }) => ({
    title: `Sie sind zu ${name} eingeladen`,
    what: 'Für diese Adresse wurde ein Konto angelegt. Die Schaltfläche meldet Sie zum ersten Mal an. Sie funktioniert einmal, innerhalb von sieben Tagen.',
    advice: 'Wenn Sie das Konto nicht wollen, tun Sie nichts: Ohne Ihre E-Mail kann niemand es nutzen.',
  }),
  'account-suspended': ({ name, label }) => ({
    title: `Ihr Konto bei ${name} wurde gesperrt`,
    what: `Sie können sich nicht mehr anmelden, und alle Geräte wurden abgemeldet${because(label)}.`,
    advice: 'Wenn Sie das für einen Irrtum halten, schreiben Sie dem Support der Seite.',
  }),
  'account-resumed': ({ name }) => ({
    title: `Ihr Konto bei ${name} ist nicht mehr gesperrt`,
    what: 'Die Sperre wurde aufgehoben, und Sie können sich wieder anmelden.',
    advice: 'Wenn Sie eine Frage haben, schreiben Sie dem Support der Seite.',
  }),
  'roles-changed': ({ name, label }) => ({
    title: `Ihre Rollen bei ${name} wurden geändert`,
    what: label === null ? 'Sie haben jetzt keine Rollen.' : `Ihre Rollen sind jetzt: ${label}.`,
    advice: 'Wenn Sie das nicht erwartet haben, schreiben Sie dem Support der Seite.',
  }),
  'sessions-ended-by-administrator': ({ name, label }) => ({
    title: `Sie wurden bei ${name} überall abgemeldet`,
    what: `Der Betreiber der Seite hat alle Ihre Geräte abgemeldet${because(label)}. Sie können sich wieder anmelden.`,
    advice: 'Wenn Sie das nicht erwartet haben, schreiben Sie dem Support der Seite.',
  }),
  'impersonation-started': ({ name, label }) => ({
    title: `Ein Administrator handelt bei ${name} in Ihrem Namen`,
    what: `Ein Administrator der Seite verwendet Ihr Konto, höchstens eine Stunde lang${because(label)}. Er sieht, was Sie sehen, und kann Ihr Konto nicht ändern. In der Liste Ihrer Geräte können Sie ihn abmelden.`,
    advice: 'Wenn Sie das nicht erwartet haben, schreiben Sie dem Support der Seite.',
  }),
};
