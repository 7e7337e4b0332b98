import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Mail } from './mail.ts';
import { METHODS, noticeMail } from './notices.ts';

interface PasswordChange {
  readonly to: string;
  readonly origin: string;
  readonly at: Date;
}

const FORGOT = { label: 'Choose a new password', path: '/forgot-password' } as const;

export function passwordSetMail({ to, origin, at }: PasswordChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `A password was set at ${host}`,
    sentences: [
      `You can now sign in with your address and a password. It was set at ${at.toUTCString()}.`,
      'If this was not you, remove it and sign out your other devices.',
    ],
    button: METHODS,
  });
}

export function passwordChangedMail({ to, origin, at }: PasswordChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `Your password was changed at ${host}`,
    sentences: [
      `It was changed at ${at.toUTCString()}, and every other device was signed out.`,
      'If this was not you, choose a new one at once: that signs everybody out.',
    ],
    button: FORGOT,
  });
}

export function passwordResetDoneMail({ to, origin, at }: PasswordChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `A new password was chosen at ${host}`,
    sentences: [
      `It was chosen at ${at.toUTCString()} by a link that was sent to this address. Every device was signed out.`,
      'If this was not you, somebody can read your mail: choose another password there first, then here.',
    ],
    button: FORGOT,
  });
}

export function passwordRemovedMail({ to, origin, at }: PasswordChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `Your password was removed at ${host}`,
    sentences: [
      `It was removed at ${at.toUTCString()}. You sign in by a link to this address, or with a connected account.`,
      'If this was not you, sign in and look at what has changed.',
    ],
    button: METHODS,
  });
}

/** The link that lets a person choose a new password. Opening it changes nothing. */
export function passwordResetMail(input: { to: string; origin: string; path: string }): Mail {
  const { to, origin, path } = input;
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `Choose a new password for ${host}`,
    sentences: [
      `The link works once, for ${PASSWORD_RESET_MAX_AGE_MS / MINUTE_MS} minutes, until you ask for a new one. Choosing a new password signs you out everywhere.`,
      'If you did not ask for this, ignore it: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', path },
  });
}

/** Whoever asked for a new password hears nothing different on the page; only the owner of the address learns that there is no account. */
export function noAccountMail({ to, origin }: { to: string; origin: string }): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `There is no account with this address at ${host}`,
    sentences: [
      'Somebody asked to choose a new password for this address, but there is no account with it.',
      'If it was you, you may have used another address here. If not, ignore this mail.',
    ],
    button: { label: `Go to ${host}`, path: '/sign-in' },
  });
}
