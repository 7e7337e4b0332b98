import { deletionWords } from '../deletion-words.ts';
import { plural } from '../plural.ts';
export const yourData = {
  title: 'Your data',

  exportTitle: 'Export your data',
  exportHint: 'Everything that is stored about you, in one JSON file that people and programs can read.',
  exportWhat:
    'Your profile, address and phone number, sign-in methods, sessions, access tokens and activity. Passwords and keys are not in it: nobody can sign in with this file.',
  download: 'Download',
  collecting: 'Collecting your data…',
  downloaded: (name: string) => `Downloaded as ${name}.`,

  deleteTitle: 'Delete your account',
  deleteHint: 'This happens at once and cannot be undone.',
  deleteOpen: 'Delete account',
  goesTitle: 'What is deleted',
  goes: [
    'Your profile and picture, your email address and phone number. The address and the number can be used for a new account at once.',
    'All sign-in methods and all sessions, on this device and all others.',
    'Your access tokens: scripts that use them stop working.',
    'Your connected accounts: we give up the access that you gave us. The accounts themselves stay.',
    'Your activity.',
  ],
  keptTitle: 'What is kept',
  keptMail: (email: string) => `The mail to ${email} that confirms the deletion, until it is sent.`,
  keptMessages: 'Messages about your account that are already on their way, for two days at most.',
  keptCounters: (minutes: number) =>
    plural(minutes, {
      one: `How many messages were sent to your address and number, for ${minutes} minute. So nobody can avoid the limits with a new account.`,
      other: `How many messages were sent to your address and number, for ${minutes} minutes. So nobody can avoid the limits with a new account.`,
    }),
  keptLogs:
    'The server’s log and backups, for as long as the people who run this site keep them. The log names an internal number and network addresses, never a name, email address or phone number.',
  downloadFirst: 'Download your data first if you want to keep it.',
  deletionWords,
  typeWords: (words: string) => `Type “${words}” to confirm`,
  wordsDiffer: 'These are not the words. Type them as they are shown.',
  deleteButton: 'Delete my account',
  deleting: 'Deleting your account…',
};
