import type { AdministrationTexts } from '../../security-words.ts';

const because = (label: string | null) => (label === null ? '' : `, with this reason: “${label}”`);

/** The mails about what administrators and applications do to an account. */
export const administrationMails: AdministrationTexts = {
  // An invitation. Its button proves the address.
  'account-created': ({ name }) => ({
    title: `You are invited to ${name}`,
    what: 'An account was created for this address. The button signs you in for the first time. It works once, within seven days.',
    advice: 'If you do not want the account, do nothing: nobody can use it without your mail.',
  }),
  'account-suspended': ({ name, label }) => ({
    title: `Your account at ${name} was suspended`,
    what: `You cannot sign in any more, and every device was signed out${because(label)}.`,
    advice: 'If you think that this is a mistake, write to the support of the site.',
  }),
  'account-resumed': ({ name }) => ({
    title: `Your account at ${name} can be used again`,
    what: 'The suspension was ended, and you can sign in again.',
    advice: 'If you have a question, write to the support of the site.',
  }),
  'roles-changed': ({ name, label }) => ({
    title: `Your roles at ${name} were changed`,
    what: label === null ? 'You have no roles now.' : `Your roles are now: ${label}.`,
    advice: 'If you did not expect this, write to the support of the site.',
  }),
  'sessions-ended-by-administrator': ({ name, label }) => ({
    title: `You were signed out everywhere at ${name}`,
    what: `The operator of the site signed out all your devices${because(label)}. You can sign in again.`,
    advice: 'If you did not expect this, write to the support of the site.',
  }),
  'impersonation-started': ({ name, label }) => ({
    title: `An administrator acts as you at ${name}`,
    what: `An administrator of the site uses your account for an hour at most${because(label)}. They see what you see, and they cannot change your account. You can sign them out in the list of your devices.`,
    advice: 'If you did not expect this, write to the support of the site.',
  }),
};
