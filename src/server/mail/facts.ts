import type { MailTexts } from '../../locales/texts.ts';
import type { Device } from '../../shared/schemas/device.ts';

export interface Place {
  readonly ip: string | null;
  readonly device: Pick<Device, 'browser' | 'system'>;
}

/** Lets people recognise a request that is not theirs. */
export interface MailRequest extends Place {
  readonly at: Date;
}

/** As `Chrome on Linux, 203.0.113.7`, without unknown parts. Empty when all are unknown. */
export function formatPlace({ facts }: MailTexts, place: Place): string {
  // First, because the words may isolate each part with characters that `oneLine` removes.
  const browser = oneLine(place.device.browser ?? '');
  const system = oneLine(place.device.system ?? '');
  const ip = oneLine(place.ip ?? '');
  const device = browser !== '' && system !== '' ? facts.deviceOn(browser, system) : browser || system;
  return device !== '' && ip !== '' ? facts.place(device, ip) : device || ip;
}

/** Names the time zone, because a mail may be read in any. */
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
  // The no-break space keeps the zone beside the time.
  return time.replace(/ UTC$/, '\u00a0UTC');
}

export function oneLine(text: string, maxLength = 200): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
}
