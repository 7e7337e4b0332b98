import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { DEVICE_ERRORS } from '../../../shared/errors/device.ts';

export const GERMAN_DEVICE_ERRORS: Readonly<Record<keyof typeof DEVICE_ERRORS, ErrorWords>> = {
  AUTHORIZATION_PENDING: {
    title: 'Anmeldung nicht möglich',
    message: 'Über dieses Programm hat noch niemand entschieden.',
    hint: 'Fragen Sie nach der genannten Pause noch einmal.',
  },
  SLOW_DOWN: {
    title: 'Anmeldung nicht möglich',
    message: 'Danach wurde zu früh wieder gefragt.',
    hint: 'Halten Sie die genannte Pause ein; sie ist jetzt länger.',
  },
  AUTHORIZATION_DENIED: {
    title: 'Zugriff verweigert',
    message: 'Das Programm wurde nicht zugelassen.',
    hint: 'War es ein Versehen, beginnen Sie von vorn.',
  },
  DEVICE_CODE_EXPIRED: {
    title: 'Anmeldung nicht möglich',
    message:
      'Dieser Versuch, sich anzumelden, ist vorbei: Er hat zu lange gedauert, oder das Token wurde schon mitgeteilt.',
    hint: 'Beginnen Sie von vorn.',
  },
  USER_CODE_INVALID: {
    title: 'Fehler',
    message: 'Unter diesem Code wartet kein Programm.',
    hint: 'Vergleichen Sie ihn mit dem, den das Programm zeigt. Ein Code gilt zehn Minuten und nur einmal.',
  },
};
