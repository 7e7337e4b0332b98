import type { ErrorEntry } from './entry.ts';

export const PICTURE_ERRORS = {
  PICTURE_TOO_LARGE: {
    procedure: 'PAYLOAD_TOO_LARGE',
    status: 413,
    place: 'form',
    title: 'Error',
    message: 'This picture is too large.',
    hint: 'Choose one of at most 2 MB and 24 megapixels.',
    next: 'correct-input',
  },
  PICTURE_UNSUPPORTED: {
    procedure: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    place: 'form',
    title: 'Error',
    message: 'This is not a picture that can be used here.',
    hint: 'Choose a PNG, JPEG or WebP file.',
    next: 'correct-input',
  },
  PICTURE_UNREADABLE: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'This picture is damaged or incomplete.',
    hint: 'Check that it opens on your device, or choose another one.',
    next: 'correct-input',
  },
  PICTURE_NOT_FETCHED: {
    procedure: 'SERVICE_UNAVAILABLE',
    status: 503,
    place: 'form',
    title: 'Error',
    message: 'The picture could not be fetched from the provider.',
    hint: 'Try again in a while, or upload one instead.',
    next: 'retry',
  },
} as const satisfies Record<string, ErrorEntry>;
