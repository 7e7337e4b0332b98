export const data = {
  title: 'Your data',

  exportTitle: 'Take your data along',
  exportHint: 'Everything that is stored about you, in one file that people and programs can read (JSON).',
  exportWhat:
    'Your profile, address and phone number, your ways to sign in, sessions, access tokens and activity. Passwords and keys are not in it: nobody can sign in with this file.',
  download: 'Download',
  collecting: 'Collecting your data…',
  downloaded: (name: string) => `Downloaded as ${name}.`,

  deleteTitle: 'Delete your account',
  deleteHint: 'At once and for good: nobody can bring it back.',
  goesTitle: 'What goes',
  goes: [
    'Your profile and picture, your e-mail address and phone number. Address and number are free for a new account right away.',
    'Every way to sign in, and every session, on this device and all others.',
    'Your access tokens: scripts that use them stop working.',
    'Your connected accounts: we hand back what they allowed us here. The accounts themselves stay.',
    'Your activity.',
  ],
  keptTitle: 'What is kept',
  keptMail: (email: string) => `The mail to ${email} that confirms the deletion, until it is sent.`,
  keptMessages: 'Messages about your account that are on their way already, for two days at most.',
  keptCounters: (minutes: number) =>
    `How many messages went to your address and number, for ${minutes} minutes, so that nobody gets around the limits by starting anew.`,
  keptLogs:
    'The server’s log and backups, for as long as the people who run this site keep them. The log names an internal number and network addresses, never a name, e-mail address or phone number.',
  downloadFirst: 'Download your data first if you want to keep them.',
  typeWords: (words: string) => `Type “${words}” to confirm`,
  wordsDiffer: 'These are not the words. Type them as they are shown.',
  deleteButton: 'Delete my account',
  deleting: 'Deleting your account…',

  goodbyeTitle: 'Your account is deleted',
  goodbye: 'You are signed out everywhere, and nothing of your account is left to sign in to.',
  goodbyeMail: (email: string) => `A mail to ${email} confirms it.`,
  startPage: 'Go to the start page',
};
