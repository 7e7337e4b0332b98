import type { Texts } from '../texts.ts';

export const data: Texts['data'] = {
  title: 'Ihre Daten',

  exportTitle: 'Daten mitnehmen',
  exportHint:
    'Alles, was über Sie gespeichert ist, in einer Datei, die Menschen und Programme lesen können (JSON).',
  exportWhat:
    'Profil, Adresse und Telefonnummer, Ihre Anmeldewege, Sitzungen, Zugriffstokens und Aktivitäten. Passwörter und Schlüssel sind nicht dabei: Mit dieser Datei kann sich niemand anmelden.',
  download: 'Herunterladen',
  collecting: 'Ihre Daten werden zusammengestellt …',
  downloaded: (name) => `Heruntergeladen als ${name}.`,

  deleteTitle: 'Konto löschen',
  deleteHint: 'Sofort und endgültig: Niemand kann es zurückholen.',
  goesTitle: 'Was gelöscht wird',
  goes: [
    'Profil und Bild, E-Mail-Adresse und Telefonnummer. Adresse und Nummer sind sofort für ein neues Konto frei.',
    'Alle Anmeldewege und alle Sitzungen, auf diesem Gerät und auf jedem anderen.',
    'Ihre Zugriffstokens: Skripte, die sie verwenden, funktionieren nicht mehr.',
    'Ihre verbundenen Konten: Wir geben zurück, was sie uns hier erlaubt haben. Die Konten selbst bleiben bestehen.',
    'Ihre Aktivitäten.',
  ],
  keptTitle: 'Was bleibt',
  keptMail: (email) => `Die Mail an ${email}, die das Löschen bestätigt, bis sie verschickt ist.`,
  keptMessages: 'Nachrichten zu Ihrem Konto, die schon unterwegs sind, höchstens zwei Tage lang.',
  keptCounters: (minutes) =>
    `Wie viele Nachrichten an Ihre Adresse und Nummer gingen, ${minutes} Minuten lang, damit niemand durch einen Neuanfang die Grenzen umgeht.`,
  keptLogs:
    'Protokoll und Sicherungskopien des Servers, so lange die Betreiber dieser Seite sie aufbewahren. Im Protokoll stehen eine interne Nummer und Netzwerkadressen, nie Name, E-Mail-Adresse oder Telefonnummer.',
  downloadFirst: 'Laden Sie Ihre Daten vorher herunter, wenn Sie sie behalten möchten.',
  typeWords: (words) => `Geben Sie zur Bestätigung „${words}“ ein`,
  wordsDiffer: 'Das sind nicht die Wörter. Geben Sie sie so ein, wie sie dort stehen.',
  deleteButton: 'Mein Konto löschen',
  deleting: 'Ihr Konto wird gelöscht …',

  goodbyeTitle: 'Ihr Konto ist gelöscht',
  goodbye:
    'Sie sind überall abgemeldet, und von Ihrem Konto ist nichts mehr da, womit man sich anmelden könnte.',
  goodbyeMail: (email) => `Eine Mail an ${email} bestätigt es.`,
  startPage: 'Zur Startseite',
};
