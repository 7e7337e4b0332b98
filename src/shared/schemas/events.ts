import { z } from 'zod';
import { EVENT_TYPES, type EventType } from '../event-types.ts';
import { ISSUES } from '../issues.ts';
import { documentId, timestamp } from './fields.ts';

const EVENTS_PAGE_SIZE = 100;
const EVENTS_PAGE_MAX_SIZE = 1000;

const METHOD = z
  .enum(['password', 'passkey', 'provider', 'phone'])
  .describe('The kind of sign-in method. `phone`: a number that can sign in while `PHONE_SIGN_IN` is on.');
const METHOD_FIELDS = {
  method: METHOD,
  provider: z
    .string()
    .nullable()
    .describe(
      'The id of the identity provider; `null` for another method, and where all connections were removed.',
    ),
  id: z
    .string()
    .nullable()
    .describe(
      'The `providerAccountId` of a connection, or the id of a passkey; `null` for another method, and where all of this method were removed.',
    ),
};
function tells<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).describe('What the event tells besides its type.');
}
const nothing = tells({});

/** No names, addresses or secrets, so that a copy keeps only ids of a deleted person (see `users.get`). */
export const EVENT_DATA = {
  'user.created': tells({
    by: z
      .enum(['sign-up', 'administrator', 'import'])
      .describe(
        'How. `administrator`: also an application with a service key. No other event tells what the person begins with.',
      ),
  }),
  'user.updated': tells({
    changed: z
      .array(z.string())
      .describe(
        'What changed, as `users.get` names it: `name`, `image`, `locale`, `phone`, `externalId`, or an own field as `data.plan`.',
      ),
  }),
  'user.suspended': tells({
    until: timestamp.nullable().describe('When it ends by itself; `null`: when somebody ends it.'),
  }),
  'user.resumed': nothing,
  'user.deleted': nothing,
  'email.changed': tells({
    verified: z.boolean().describe('Whether the person has an address now that they have verified.'),
  }),
  'session.created': tells({
    sessionId: z.string().describe('The id of the session, as `session.list` shows it. It gives no access.'),
    methods: z
      .array(z.string())
      .describe(
        'How the person signed in; two for a sign-in with a second factor. Empty for the session of an administrator who acts as the person.',
      ),
    clientId: z
      .string()
      .nullable()
      .describe(
        'The id of the app that got the session by OAuth; the person had signed in before. `null` for a browser.',
      ),
  }),
  'session.ended': tells({
    which: z
      .enum(['one', 'others', 'all'])
      .describe('`one`: the session `sessionId`. `others`: all except `sessionId`. `all`: every session.'),
    sessionId: z
      .string()
      .nullable()
      .describe('The id of the session that ended, or of the one that stays; `null` for `all`.'),
  }),
  'method.added': tells(METHOD_FIELDS),
  'method.removed': tells(METHOD_FIELDS),
  'second_factor.changed': tells({
    change: z
      .enum(['authenticator-app-added', 'authenticator-app-removed', 'recovery-codes-created', 'all-removed'])
      .describe('What changed. A passkey is a sign-in method: `method.added` and `method.removed` tell it.'),
  }),
  'roles.changed': tells({
    added: z.array(z.string()).describe('The new roles.'),
    removed: z.array(z.string()).describe('The roles that were taken.'),
  }),
  'impersonation.started': tells({
    administratorId: z.string().describe('The id of the administrator who acts as this person.'),
    sessionId: z.string().describe('The id of the session.'),
  }),
  'impersonation.ended': tells({
    administratorId: z.string().describe('The id of the administrator.'),
    sessionId: z.string().describe('The id of the session.'),
  }),
} as const satisfies Record<EventType, z.ZodType>;

export type EventData = { [Type in EventType]: z.infer<(typeof EVENT_DATA)[Type]> };

export type EventContent = {
  [Type in EventType]: { readonly type: Type; readonly data: EventData[Type] };
}[EventType];

function eventOf<const Type extends EventType>(type: Type) {
  return z.strictObject({
    id: z
      .string()
      .describe('The id of the event. A webhook sends it as `webhook-id`; a repeated delivery has the same.'),
    type: z.literal(type).describe('What happened.'),
    timestamp: timestamp.describe('When it was decided.'),
    subject: z.string().describe('The id of the person that it is about.'),
    sequence: z
      .int()
      .positive()
      .describe(
        'The number of this event among all events about the person: 1, 2, 3 …, without a gap. After a restored backup it continues from a higher number.',
      ),
    data: EVENT_DATA[type],
  });
}

/** Answered by `events.list`, and the body of a webhook (Standard Webhooks, "payload structure"). */
export const foyerEvent = z.discriminatedUnion('type', [
  eventOf('user.created'),
  eventOf('user.updated'),
  eventOf('user.suspended'),
  eventOf('user.resumed'),
  eventOf('user.deleted'),
  eventOf('email.changed'),
  eventOf('session.created'),
  eventOf('session.ended'),
  eventOf('method.added'),
  eventOf('method.removed'),
  eventOf('second_factor.changed'),
  eventOf('roles.changed'),
  eventOf('impersonation.started'),
  eventOf('impersonation.ended'),
]);
export type FoyerEvent = z.infer<typeof foyerEvent>;

export const eventTypes = z
  .array(z.enum(EVENT_TYPES))
  .min(1, { error: ISSUES['event-types-missing'] })
  .max(EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, { error: ISSUES['event-type-twice'] });

export const listEventsInput = z
  .strictObject({
    after: z.string().max(400).optional().describe('`cursor` of the answer before. Without it: `from`.'),
    from: z
      .enum(['oldest', 'now'])
      .default('oldest')
      .describe(
        'Where a list without `after` begins: at the oldest event that is kept, or after the newest.',
      ),
    types: eventTypes.optional().describe('Only these types. Keep them while you follow with `after`.'),
    subject: documentId.optional().describe('Only events about this person.'),
    limit: z
      .int()
      .min(1)
      .max(EVENTS_PAGE_MAX_SIZE)
      .default(EVENTS_PAGE_SIZE)
      .describe('How many events are read at most. With `types`, the answer may have fewer.'),
  })
  .prefault({});
export type ListEventsInput = z.infer<typeof listEventsInput>;

export const listEventsOutput = z.strictObject({
  events: z
    .array(foyerEvent)
    .describe('The events. Those about one person stand in the order of `sequence`.'),
  cursor: z.string().describe('The `after` of the next call, also when there is no event yet.'),
  hasMore: z.boolean().describe('Whether the next call has more at once. Otherwise wait a moment.'),
});
export type EventPage = z.infer<typeof listEventsOutput>;
