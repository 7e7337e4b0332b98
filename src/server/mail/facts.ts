import type { MailTexts } from '../../locales/texts.ts';
import type { Device } from '../../shared/schemas/device.ts';

/** Where something happened or was requested, as far as known. */
export interface Place {
  readonly ip: string | null;
  readonly device: Pick<Device, 'browser' | 'system'>;
}

/** Who requested a mail, and when. With it, people recognise a request that is not theirs. */
export interface MailRequest extends Place {
  readonly at: Date;
}

/** The known parts of a place, as `Chrome on Linux, 203.0.113.7`. Empty when nothing is known. */
export function formatPlace({ facts }: MailTexts, place: Place): string {
  // Before they are put into words, which may isolate each of them with characters that `oneLine` removes.
  const browser = oneLine(place.device.browser ?? '');
  const system = oneLine(place.device.system ?? '');
  const ip = oneLine(place.ip ?? '');
  const device = browser !== '' && system !== '' ? facts.deviceOn(browser, system) : browser || system;
  return [device, ip].filter((part) => part !== '').join(', ');
}

/** A mail may be read in any time zone, so its times name theirs. */
export function formatTime(texts: MailTexts, at: Date): string {
  const time = new Intl.DateTimeFormat(texts.dateLocale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at);
  // The non-breaking space keeps the zone next to the time.
  return time.replace(/ UTC$/, '\u00a0UTC');
}

/** Puts a text of a provider, a user or a browser on one line, and shortens it. */
export function oneLine(text: string, maxLength = 200): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
