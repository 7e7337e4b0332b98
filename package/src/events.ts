// Generated. `npm run generate` writes it from the schemas of the events.
import type { Role } from './config.ts';

/** What an application can hear of. */
export type EventType = 'user.created' | 'user.updated' | 'user.suspended' | 'user.resumed' | 'user.deleted'
  | 'email.changed' | 'session.created' | 'session.ended' | 'method.added' | 'method.removed'
  | 'second_factor.changed' | 'roles.changed' | 'impersonation.started' | 'impersonation.ended';

interface EventData {
  'user.created': {
    /** How. `administrator`: also an application with a service key. No other event tells what the person begins with. */
    by: 'sign-up' | 'administrator' | 'import';
  };
  'user.updated': {
    /** What changed, as `users.get` names it: `name`, `image`, `locale`, `phone`, `externalId`, or an own field as `data.plan`. */
    changed: string[];
  };
  'user.suspended': {
    /** When it ends by itself; `null`: when somebody ends it. */
    until: string | null;
  };
  'user.resumed': {
    
  };
  'user.deleted': {
    
  };
  'email.changed': {
    /** Whether the person has an address now that they have verified. */
    verified: boolean;
  };
  'session.created': {
    /** The id of the session, as `session.list` shows it. It gives no access. */
    sessionId: string;
    /** How the person signed in; two for a sign-in with a second factor. Empty for the session of an administrator who acts as the person. */
    methods: string[];
    /** The id of the app that got the session by OAuth; the person had signed in before. `null` for a browser. */
    clientId: string | null;
  };
  'session.ended': {
    /** `one`: the session `sessionId`. `others`: all except `sessionId`. `all`: every session. */
    which: 'one' | 'others' | 'all';
    /** The id of the session that ended, or of the one that stays; `null` for `all`. */
    sessionId: string | null;
  };
  'method.added': {
    /** The kind of sign-in method. `phone`: a number that can sign in while `PHONE_SIGN_IN` is on. */
    method: 'password' | 'passkey' | 'provider' | 'phone';
    /** The id of the identity provider; `null` for another method, and where all connections were removed. */
    provider: string | null;
    /** The `providerAccountId` of a connection, or the id of a passkey; `null` for another method, and where all of this method were removed. */
    id: string | null;
  };
  'method.removed': {
    /** The kind of sign-in method. `phone`: a number that can sign in while `PHONE_SIGN_IN` is on. */
    method: 'password' | 'passkey' | 'provider' | 'phone';
    /** The id of the identity provider; `null` for another method, and where all connections were removed. */
    provider: string | null;
    /** The `providerAccountId` of a connection, or the id of a passkey; `null` for another method, and where all of this method were removed. */
    id: string | null;
  };
  'second_factor.changed': {
    /** What changed. A passkey is a sign-in method: `method.added` and `method.removed` tell it. */
    change: 'authenticator-app-added' | 'authenticator-app-removed' | 'recovery-codes-created'
      | 'all-removed';
  };
  'roles.changed': {
    /** The new roles. */
    added: Role[];
    /** The roles that were taken. */
    removed: Role[];
  };
  'impersonation.started': {
    /** The id of the administrator who acts as this person. */
    administratorId: string;
    /** The id of the session. */
    sessionId: string;
  };
  'impersonation.ended': {
    /** The id of the administrator. */
    administratorId: string;
    /** The id of the session. */
    sessionId: string;
  };
}

/** One event: what `events.list` answers, and what Foyer sends to a webhook endpoint. */
export type FoyerEvent = {
  [Type in EventType]: {
    /** The id of the event. A webhook sends it as `webhook-id`; a repeated delivery has the same. */
    id: string;
    /** What happened. */
    type: Type;
    /** When it was decided. */
    timestamp: string;
    /** The id of the person that it is about. */
    subject: string;
    /** The number of this event among all events about the person: 1, 2, 3 …, without a gap. After a restored backup it continues from a higher number. */
    sequence: number;
    /** What the event tells besides its type. */
    data: EventData[Type];
  };
}[EventType];
