import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { DEVICE_ERRORS } from '../../../shared/errors/device.ts';

export const GERMAN_DEVICE_ERRORS: Readonly<Record<keyof typeof DEVICE_ERRORS, ErrorWords>> = {
  AUTHORIZATION_PENDING: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieses Gerät wurde noch nicht zugelassen oder abgelehnt.',
    hint: 'Fragen Sie nach den Sekunden in `retryAfter` noch einmal.',
  },
  SLOW_DOWN: {
    title: 'Anmeldung nicht möglich',
    message: 'Das Gerät hat zu früh wieder gefragt.',
    hint: 'Warten Sie die Sekunden in `retryAfter` ab; es sind jetzt mehr.',
  },
  AUTHORIZATION_DENIED: {
    title: 'Zugriff verweigert',
    message: 'Dieses Gerät wurde abgelehnt.',
    hint: 'War es ein Versehen, beginnen Sie von vorn.',
  },
  DEVICE_CODE_EXPIRED: {
    title: 'Anmeldung nicht möglich',
    message: 'Diese Anmeldung ist abgelaufen, oder ihr Zugriffstoken wurde schon abgeholt.',
    hint: 'Beginnen Sie von vorn.',
  },
  USER_CODE_INVALID: {
    title: 'Fehler',
    message: 'Unter diesem Code wartet kein Gerät.',
    hint: 'Vergleichen Sie ihn mit dem Code, den das Gerät zeigt. Ein Code gilt zehn Minuten und nur einmal.',
  },
};
