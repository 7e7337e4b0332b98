import { plural } from '../plural.ts';

export const devices = {
  nav: 'Devices',
  title: 'Devices',
  thisDevice: 'This device',
  list: 'Where you are signed in',
  listHint: 'A device that you sign out loses access at once.',
  /** Where some of the others are apps: their access tokens last this long. */
  listHintApps: 'A device that you sign out loses access at once. An app may keep it for up to five minutes.',
  noOthers: 'You are signed in nowhere else.',
  activeNow: 'Active now',
  signedIn: 'Signed in',
  lastSeen: 'Last seen',
  /** Around how soon. */
  expires: 'Ends',
  ifUnused: 'unless it is used',
  from: 'from',
  /** Where a request came from is not known. */
  unknownPlace: 'an unknown address',
  justNow: 'just now',
  deviceOn: (browser: string, system: string) => `${browser} on ${system}`,
  /** Instead of a device, while an administrator acts as the person. */
  administrator: 'Administrator of this site',
  beganToAct: 'Began to act as you',
  unknownDevice: 'Unknown device',
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out ${device}`,
  /** An app and the browser in which the person signed in to it. */
  appOn: (app: string, device: string) => `${app} · ${device}`,
  /** About a device in which the person signed in to apps. */
  endsApps: (apps: string) => `If you sign it out, you also sign out ${apps}.`,
  /** A device and the apps that ended with it. */
  signedOutAll: (names: string) => `${names} are signed out.`,
  signedOut: (device: string) => `${device} is signed out.`,
  signedOutAlready: (device: string) => `${device} was already signed out.`,
  revokeOthers: 'Sign out all others',
  revokeOthersTitle: (count: number) =>
    plural(count, { one: 'Sign out the other device?', other: `Sign out all ${count} other devices?` }),
  revokeOthersMeaning: (count: number) =>
    plural(count, {
      one: 'It is signed out at once and has to sign in again. You stay signed in here. Access tokens, which scripts use, keep working.',
      other:
        'They are signed out at once and have to sign in again. You stay signed in here. Access tokens, which scripts use, keep working.',
    }),
  /** Where some of the others are apps. */
  revokeAllTitle: 'Sign out all other devices and apps?',
  revokedAll: 'All other devices and apps are signed out.',
  keepThem: 'Keep signed in',
  revokedOthers: (count: number) =>
    count === 0
      ? 'No other device was signed in.'
      : plural(count, {
          one: 'The other device is signed out.',
          other: `${count} other devices are signed out.`,
        }),
  notYours: 'Do you see a device that is not yours?',
  secureAccount: 'Secure your account',
};
