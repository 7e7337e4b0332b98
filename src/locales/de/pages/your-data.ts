import { deletionWords } from '../deletion-words.ts';
import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const yourData: PageTexts['yourData'] = {
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
};
