import type { PalettePagesTexts } from '../../texts.ts';

export const palettePages: PalettePagesTexts = {
  palette: {
    title: 'Suche',
    hint: 'Seiten, Aktionen und Dokumente',
    consoleHint: 'Alles durchsuchen',
    keys: '↑ ↓ zum Wählen, Enter zum Öffnen, Esc zum Schließen',
    groups: { people: 'Personen', pages: 'Seiten', actions: 'Aktionen', documents: 'Dokumente' },
    also: {
      profile: 'Name Bild E-Mail-Adresse Telefonnummer Sprache',
      signInMethods: 'Passwort Passkeys Bestätigung in zwei Schritten verbundene Konten',
      devices: 'Sitzungen abmelden',
      yourData: 'exportieren herunterladen Konto löschen',
    },
    none: 'Nichts gefunden.',
    searching: 'Personen werden gesucht …',
    allFound: (text) => `Alle Personen mit „${text}“ auflisten`,
    changeName: 'Namen ändern',
    changeLanguage: 'Sprache ändern',
    newEndpoint: 'Webhook-Endpunkt hinzufügen',
    showShortcuts: 'Tastenkürzel zeigen',
    openApi: 'Beschreibung aller Prozeduren (OpenAPI 3.1)',
    signInMetadata: 'Konfiguration der Anmeldung (OpenID Connect)',
  },
};
