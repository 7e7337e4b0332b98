import { RECOVERY_CODES_FEW } from '../../../shared/limits.ts';
import type { SecondFactorTexts } from '../../security-words.ts';
import { plural } from '../plural.ts';

const quoted = (label: string | null) => (label === null ? '' : ` “${label}”`);

/** The mails about passkeys and two-step verification. */
export const secondFactorMails: SecondFactorTexts = {
  'passkey-added': ({ name, label }) => ({
    title: `A passkey was added at ${name}`,
    what: `You can now sign in with the passkey${quoted(label)}. It needs no password and no second step.`,
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'passkey-removed': ({ name, label }) => ({
    title: `A passkey was removed at ${name}`,
    what: `The passkey${quoted(label)} can no longer be used to sign in to your account.`,
    advice: 'If this was not you, sign in with another method and check what else has changed.',
  }),
  'authenticator-app-added': ({ name, label }) => ({
    title: `An authenticator app was added at ${name}`,
    what: `The authenticator app${quoted(label)} was added. When you sign in, we ask for a second step.`,
    advice: 'If this was not you, remove it and sign out your other devices.',
  }),
  'authenticator-app-removed': ({ name, label }) => ({
    title: `An authenticator app was removed at ${name}`,
    what: `The codes of the authenticator app${quoted(label)} no longer work. If you have no other authenticator app, signing in needs one step only.`,
    advice: 'If this was not you, change your password and sign out your other devices.',
  }),
  'recovery-codes-created': ({ name }) => ({
    title: `Recovery codes were created at ${name}`,
    what: 'There are ten new recovery codes for your account. Earlier ones no longer work.',
    advice: 'If this was not you, change your password and create new recovery codes.',
  }),
  'recovery-code-used': ({ name, label }) => {
    const count = Number(label);
    const few = 'Create new ones soon, and keep them in a safe place.';
    return {
      title: `A recovery code was used at ${name}`,
      what: [
        'Somebody gave one of your recovery codes as the second step.',
        plural(count, { one: 'One code is left.', other: `${count} codes are left.` }),
        ...(count <= RECOVERY_CODES_FEW ? [few] : []),
      ].join(' '),
      advice: 'If this was not you, change your password, then create new recovery codes.',
    };
  },
  'first-factor-passed': ({ name }) => ({
    title: `Somebody passed the first step of a sign-in at ${name}`,
    what: 'Somebody gave your password, or passed another first step, but not the second step. So nobody was signed in.',
    advice:
      'If this was not you, somebody knows your password or can read your mail: change your password. If you stopped halfway yourself, there is nothing to do.',
  }),
  'second-factor-removal-requested': ({ name, label }) => ({
    title: `Two-step verification will be turned off at ${name}`,
    what: `The operator of the site was asked to remove the second step from your account${
      label === null ? '' : `, with this reason: “${label}”`
    }. In 24 hours, your authenticator apps, recovery codes and trusted browsers are removed. Your passkeys stay, unless this site asks everybody for a second step: then they are removed, too.`,
    advice:
      'If you did not ask for this, stop it within 24 hours: somebody may be trying to get into your account. The page asks you first. If you asked for it, there is nothing to do.',
  }),
  'second-factor-removal-stopped': ({ name }) => ({
    title: `Two-step verification stays on at ${name}`,
    what: 'The operator’s removal of your second step was stopped. Nothing was removed.',
    advice: 'If you have lost your second step and did not stop this, write to the people who run the site.',
  }),
  'second-factor-removed': ({ name, label }) => ({
    title: `Two-step verification was turned off at ${name}`,
    what: `All authenticator apps, recovery codes and trusted browsers were removed from your account. ${
      label === null ? 'Your passkeys still work.' : `These passkeys were removed, too: ${label}.`
    }`,
    advice: 'Sign in and set it up again. If you did not expect this, change your password, too.',
  }),
};
