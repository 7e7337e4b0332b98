import type { Mail } from './mail.ts';
import { METHODS, noticeMail } from './notices.ts';

interface PhoneChange {
  readonly to: string;
  readonly origin: string;
  readonly at: Date;
}

export function phoneVerifiedMail({ to, origin, at }: PhoneChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `A phone number was added at ${host}`,
    sentences: [
      `It was verified at ${at.toUTCString()}, and you can show with it that it’s you.`,
      'If this was not you, remove it and sign out your other devices.',
    ],
    button: METHODS,
  });
}

export function phoneRemovedMail({ to, origin, at }: PhoneChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `Your phone number was removed at ${host}`,
    sentences: [
      `It was removed from your account at ${at.toUTCString()}.`,
      'If this was not you, look at what else has changed and sign out your other devices.',
    ],
    button: METHODS,
  });
}

/** To who had it before. A number is passed on when its contract ends, so this need not be anybody's fault. */
export function phoneTakenMail({ to, origin, e164 }: { to: string; origin: string; e164: string }): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `Your phone number is no longer yours at ${host}`,
    sentences: [
      `Somebody else has shown that messages to the number ending in ${e164.slice(-3)} reach them, so it was removed from your account.`,
      'If you still have this number, verify it again; then ask your phone company whether somebody moved it.',
    ],
    button: METHODS,
  });
}
