import { plural } from '../plural.ts';

/** What a signed-in page loads after itself. */
export const laterPages = {
  toasts: {
    label: 'Messages',
    undo: 'Undo',
    undone: 'The change is undone.',
    changedSince: 'Nothing was undone: it was changed again in the meantime.',
    notUndone: 'This could not be undone.',
    nameSaved: 'Your name is saved.',
    nameRemoved: 'Your name is removed.',
    languageSaved: 'Your language is saved.',
    pictureSaved: 'Your picture is saved.',
    pictureRemoved: 'Your picture is removed.',
    fieldSaved: (field: string) => `${field} is saved.`,
    fieldRemoved: (field: string) => `${field} is removed.`,
  },

  /** What protects the account, in the profile. */
  security: {
    /** Parts of a list, such as “Password and 2 passkeys”. Its first letter becomes a capital. */
    password: 'password',
    passkeys: (count: number) => plural(count, { one: 'passkey', other: `${count} passkeys` }),
    accounts: (count: number) =>
      plural(count, { one: 'connected account', other: `${count} connected accounts` }),
    phone: 'phone number',
    mail: 'link or code by mail',
    none: 'no sign-in method',
    secondFactorOn: 'Two-step verification is on',
    secondFactorOff: 'Two-step verification is off',
    verifiedAddress: 'Verified address',
    unverifiedAddress: 'Unverified address',
    noAddress: 'No address',
    nothingLeft: 'Nothing is left to do.',
    enterCode: 'The code is in your mail. Enter it below.',
    steps: {
      addAddress: {
        why: 'With an email address, you can get back into your account.',
        button: 'Add an address',
      },
      verifyAddress: {
        why: 'With a verified address, you can get back into your account.',
        button: 'Confirm your address',
      },
      passkey: {
        why: 'A passkey is safer and faster than a password or a mail.',
        button: 'Create a passkey',
      },
      otherMethod: {
        why: 'With a second sign-in method, you are not locked out when you lose the first.',
        button: 'Add a sign-in method',
      },
      secondFactor: {
        why: 'A second step protects you even if somebody knows your password.',
        button: 'Set up a second step',
      },
    },
  },

  /** The part of a new picture that is shown. */
  crop: {
    title: 'Choose what is shown',
    part: 'Part of the picture that is shown',
    partHint: 'Drag the picture, or move it with the arrow keys.',
    zoom: 'Zoom',
    zoomValue: (percent: number) => `${percent} %`,
    shows: (left: number, right: number, top: number, bottom: number) =>
      `Shows ${left} to ${right} % across, ${top} to ${bottom} % down.`,
    saving: 'Saving your picture …',
    use: 'Use this picture',
  },

  ownFields: {
    yes: 'Yes',
    no: 'No',
    choose: 'Choose',
    add: (field: string) => `Add ${field}`,
    change: (field: string) => `Change ${field}`,
  },
};
