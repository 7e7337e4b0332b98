import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { WEBHOOK_ERRORS } from '../../../shared/errors/webhook.ts';

export const GERMAN_WEBHOOK_ERRORS: Readonly<Record<keyof typeof WEBHOOK_ERRORS, ErrorWords>> = {
  EVENT_CURSOR_EXPIRED: {
    title: 'Fehler',
    message: 'Ereignisse nach diesem Zeiger sind nicht mehr gespeichert.',
    hint: 'Holen Sie einen neuen Zeiger mit `from: "now"`. Vergleichen Sie dann alle Personen (`users.list`), und lesen Sie ab diesem Zeiger weiter.',
  },
  TOO_MANY_WEBHOOKS: {
    title: 'Fehler',
    message: 'Es gibt so viele Webhook-Endpunkte, wie erlaubt sind.',
    hint: 'Löschen Sie einen, den Sie nicht mehr verwenden.',
  },
  WEBHOOK_SET_BY_ENVIRONMENT: {
    title: 'Fehler',
    message: 'Die Umgebung des Servers legt diesen Endpunkt fest.',
    hint: 'Ändern Sie WEBHOOK_URL oder WEBHOOK_SECRET und starten Sie den Server neu.',
  },
  WEBHOOK_SET_BY_ADMINISTRATOR: {
    title: 'Fehler',
    message:
      'Ein Administrator hat diesen Endpunkt angelegt oder geändert. Kein Dienstschlüssel darf ihn ändern.',
    hint: 'Ändern Sie ihn unter `/admin/webhooks`, oder lassen Sie den Schlüssel einen eigenen Endpunkt anlegen (`webhooks.create`).',
  },
  WEBHOOK_DISABLED: {
    title: 'Fehler',
    message: 'Dieser Endpunkt ist abgeschaltet.',
    hint: 'Schalten Sie ihn zuerst ein.',
  },
  TOO_MANY_EVENTS: {
    title: 'Fehler',
    message: 'In dieser Zeit gibt es zu viele Ereignisse.',
    hint: 'Wählen Sie eine kürzere Zeit.',
  },
};
