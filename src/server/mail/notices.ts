import { html } from '../html.ts';
import { mailButton, mailPage, SMALL } from './layout.ts';
import type { Mail } from './mail.ts';

interface Notice {
  readonly to: string;
  readonly origin: string;
  /** The subject and heading. */
  readonly title: string;
  /** What happened, and what it means for the person. */
  readonly sentences: readonly string[];
  /** Where to look after it: a page that asks before it acts. */
  readonly button: { readonly label: string; readonly path: string };
}

/** Tells a person what happened to their account; nothing in it acts. */
export function noticeMail({ to, title, sentences, origin, button }: Notice): Mail {
  const address = new URL(button.path, origin).href;
  return {
    to,
    subject: title,
    text: `${[title, ...sentences, `${button.label}:`, address].join('\n\n')}\n`,
    html: mailPage(
      title,
      html`${sentences.map((sentence) => html`<p class="soft" style="${SMALL}">${sentence}</p>`)}
      ${mailButton(button.label, address)}`,
    ).toString(),
  };
}

export const METHODS = { label: 'Look at your sign-in methods', path: '/account/sign-in-methods' } as const;

interface MethodChange {
  readonly to: string;
  readonly origin: string;
  readonly providerName: string;
  /** How the person is called there. */
  readonly label: string;
  readonly at: Date;
}

export function accountLinkedMail({ to, origin, providerName, label, at }: MethodChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `${providerName} was connected at ${host}`,
    sentences: [
      `You can now sign in with ${providerName} (${label}). It was connected at ${at.toUTCString()}.`,
      'If this was not you, remove it and sign out your other devices.',
    ],
    button: METHODS,
  });
}

export function accountUnlinkedMail({ to, origin, providerName, label, at }: MethodChange): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `${providerName} was removed at ${host}`,
    sentences: [
      `${providerName} (${label}) no longer signs in to your account. It was removed at ${at.toUTCString()}.`,
      'If this was not you, sign in another way and look at what has changed.',
    ],
    button: METHODS,
  });
}

/** After the first proof of an address: what was there before it is gone. */
export function unprovenRemovedMail({ to, origin }: { to: string; origin: string }): Mail {
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    title: `Your address is confirmed at ${host}`,
    sentences: [
      'There was already an account with your address, made by somebody who had not shown that it is theirs.',
      'Now that you have, every way to sign in that was added before and every session was removed. If some of them were yours, add them again.',
    ],
    button: METHODS,
  });
}

/** The code that a signed-in person types to show that it is still them. It signs nobody in. */
export function reauthenticationMail(input: {
  to: string;
  origin: string;
  code: string;
  minutes: number;
}): Mail {
  const { to, code, minutes } = input;
  const { host } = new URL(input.origin);
  const title = `Your code for ${host}`;
  const sentences = [
    `Type this code where you were asked to verify that it’s you. It works once, for ${minutes} minutes.`,
    'If you were not asked for one, somebody is using a device where you are signed in: sign out your other devices.',
  ];
  return {
    to,
    subject: title,
    text: `${[title, code, ...sentences].join('\n\n')}\n`,
    html: mailPage(
      title,
      html`<p
          class="strong code"
          style="margin: 0 0 20px; padding: 14px 8px; border-radius: 8px; background-color: #f1f3f6; color: #1b1e24; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 32px; line-height: 1.2; letter-spacing: 6px; text-align: center;"
        >
          ${code}
        </p>
        ${sentences.map((sentence) => html`<p class="soft" style="${SMALL}">${sentence}</p>`)}`,
    ).toString(),
  };
}
