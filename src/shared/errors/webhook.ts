import type { ErrorEntry } from './entry.ts';

/** Events and webhooks. */
export const WEBHOOK_ERRORS = {
  EVENT_CURSOR_EXPIRED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'answer',
    title: 'Error',
    message: 'Events after this cursor are no longer kept.',
    hint: 'Take a new cursor with `from: "now"`. Then compare all people (`users.list`), and follow from that cursor.',
    next: 'correct-input',
  },
  TOO_MANY_WEBHOOKS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'There are as many webhook endpoints as are allowed.',
    hint: 'Delete one that you no longer use.',
    next: 'correct-input',
  },
  WEBHOOK_SET_BY_ENVIRONMENT: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'The environment of the server sets this endpoint.',
    hint: 'Change WEBHOOK_URL or WEBHOOK_SECRET, and start the server again.',
    next: 'correct-input',
  },
  WEBHOOK_SET_BY_ADMINISTRATOR: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Error',
    message: 'An administrator made or changed this endpoint, so no service key may change it.',
    hint: 'Change it at `/admin/webhooks`, or let the key add an endpoint of its own (`webhooks.create`).',
    next: 'correct-input',
  },
  WEBHOOK_DISABLED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This endpoint is disabled.',
    hint: 'Enable it first.',
    next: 'correct-input',
  },
  TOO_MANY_EVENTS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'There are too many events in this time.',
    hint: 'Choose a shorter time.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
