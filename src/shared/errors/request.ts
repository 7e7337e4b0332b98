import { FIRST_ERRORS } from './first-page.ts';
import type { ErrorEntry } from './entry.ts';
import { HTTP } from './http.ts';

/** Pictures, and requests that are refused before any procedure. */
export const REQUEST_ERRORS = {
  // Pictures of people.
  PICTURE_TOO_LARGE: {
    ...HTTP.PAYLOAD_TOO_LARGE,
    place: 'form',
    title: 'Error',
    message: 'This picture is too large.',
    hint: 'Choose one of at most 2 MB and 24 megapixels.',
    next: 'correct-input',
  },
  PICTURE_UNSUPPORTED: {
    ...HTTP.UNSUPPORTED_MEDIA_TYPE,
    place: 'form',
    title: 'Error',
    message: 'This is not a picture that can be used here.',
    hint: 'Choose a PNG, JPEG or WebP file.',
    next: 'correct-input',
  },
  PICTURE_UNREADABLE: {
    ...HTTP.BAD_REQUEST,
    place: 'form',
    title: 'Error',
    message: 'This picture is damaged or incomplete.',
    hint: 'Check that it opens on your device, or choose another one.',
    next: 'correct-input',
  },
  PICTURE_NOT_FETCHED: {
    ...HTTP.SERVICE_UNAVAILABLE,
    place: 'form',
    title: 'Error',
    message: 'The picture could not be fetched from the provider.',
    hint: 'Try again in a while, or upload one instead.',
    next: 'retry',
  },

  // What can happen to any request.
  INVALID_INPUT: {
    ...HTTP.BAD_REQUEST,
    place: 'form',
    title: 'Error',
    message: 'Something in the input is invalid.',
    hint: 'Correct what is marked and try again.',
    next: 'correct-input',
  },
  NOT_FOUND: {
    ...HTTP.NOT_FOUND,
    ...FIRST_ERRORS.NOT_FOUND,
    place: 'error',
    next: 'go-home',
  },
  RATE_LIMITED: {
    ...HTTP.TOO_MANY_REQUESTS,
    ...FIRST_ERRORS.RATE_LIMITED,
    place: 'form',
    next: 'wait',
  },
  UNAVAILABLE: {
    ...HTTP.SERVICE_UNAVAILABLE,
    ...FIRST_ERRORS.UNAVAILABLE,
    place: 'error',
    next: 'wait',
  },
  INTERNAL: {
    ...HTTP.INTERNAL_SERVER_ERROR,
    ...FIRST_ERRORS.INTERNAL,
    place: 'form',
    next: 'wait',
  },
  WRONG_HOST: {
    procedure: 'BAD_REQUEST',
    status: 421,
    place: 'answer',
    title: 'Error',
    message: 'This server answers under another address.',
    hint: 'Open the address that APP_ORIGIN names.',
    next: 'go-home',
  },
  FOREIGN_ORIGIN: {
    ...HTTP.FORBIDDEN,
    place: 'answer',
    title: 'Access Denied',
    message: 'This request came from another site.',
    hint: 'Open the page here and try again.',
    next: 'go-home',
  },
  THIS_MACHINE_ONLY: {
    ...HTTP.FORBIDDEN,
    place: 'answer',
    title: 'Access Denied',
    message: 'This is shown only on the machine that runs this server.',
    hint: 'Open the page in a browser on that machine, without a proxy between.',
    next: 'go-home',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    ...HTTP.UNSUPPORTED_MEDIA_TYPE,
    place: 'answer',
    title: 'Error',
    message: 'This content type is not accepted.',
    hint: 'Send application/json.',
    next: 'correct-input',
  },
  PAYLOAD_TOO_LARGE: {
    ...HTTP.PAYLOAD_TOO_LARGE,
    place: 'answer',
    title: 'Error',
    message: 'The request is too large.',
    hint: 'Send less at once.',
    next: 'correct-input',
  },
  MALFORMED_REQUEST: {
    ...HTTP.BAD_REQUEST,
    place: 'answer',
    title: 'Error',
    message: 'The request could not be read.',
    hint: 'Check its address, its encoding and its body.',
    next: 'correct-input',
  },
  METHOD_NOT_ALLOWED: {
    ...HTTP.METHOD_NOT_SUPPORTED,
    place: 'answer',
    title: 'Error',
    message: 'This address does not accept that method.',
    hint: 'Queries are GET, mutations are POST.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
