import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { DEVICE_ERRORS } from '../../../shared/errors/device.ts';

export const GERMAN_DEVICE_ERRORS: Readonly<Record<keyof typeof DEVICE_ERRORS, ErrorWords>> = {
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
    message: 'Mit diesem Code wartet kein Gerät.',
    hint: 'Vergleichen Sie ihn mit dem Code, den das Gerät zeigt. Ein Code gilt zehn Minuten und nur einmal.',
  },
};
