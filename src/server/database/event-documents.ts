import type { ObjectId } from 'mongodb';
import type { EventType } from '../../shared/event-types.ts';
import type { EventContent } from '../../shared/schemas/events.ts';
import type { Trace } from '../log/trace.ts';
import type { AuditActor, AuditDocument } from './administration-documents.ts';

/** In the outbox of a user document (`SecurityEvent.events`), stored by the deciding write. */
export type OutboxEvent = EventContent & {
  /** Also the id of the event. */
  readonly _id: ObjectId;
  /** Of the request that caused it, when it named one. Its webhooks carry it, too. */
  readonly trace?: Trace;
};

/** It has no personal data but ids, so it stays when the user is deleted. */
export type EventDocument = EventContent & {
  readonly _id: ObjectId;
  readonly trace?: Trace;
  /** The user id. */
  readonly subject: ObjectId;
  /** The number among the subject's events, from 1 (`domain/events/event-log.ts`). */
  readonly sequence: number;
  readonly at: Date;
  /** Derived from the subject, so that one user's events are in one partition. */
  readonly partition: number;
  /** Unique in the partition. The holder of the partition's lease gives it (`domain/event-numbering.ts`). */
  readonly position?: number;
  /** When it got its position. It rises with the position, so events expire in the order of positions. */
  readonly numberedAt?: Date;
  /** Set until it has a position. */
  readonly unnumbered?: true;
};

export interface EventPartitionDocument {
  readonly _id: number;
  /** The process that numbered last. It numbers alone until `until`. */
  readonly holder: string;
  /** 1970 when the holder is done. */
  readonly until: Date;
  /** The highest position that followers see. The database acknowledged all up to it. */
  readonly last: number;
  /** The last restore from a backup. Older cursors are not continued (`dump/restored-events.ts`). */
  readonly restoredAt?: Date;
}

export interface WebhookReplay {
  readonly _id: ObjectId;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The last event that was made due, by time and id; missing before the first. */
  readonly last?: { readonly at: Date; readonly _id: ObjectId };
}

/** It stays when done: the next decision expects its id, so that no two decide about one delivery. */
export interface FailedReplay {
  readonly _id: ObjectId;
  /** Those that are not due yet; nearly always none. */
  readonly deliveryIds: readonly string[];
}

/** `environment`: the one that `WEBHOOK_URL` sets. */
export type WebhookEndpointId = string;

export interface WebhookSecretEntry {
  /** The secret with `whsec_`, encrypted, because signing needs it. */
  readonly sealed: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** When it stops signing; `null`: it is the current one. */
  readonly expires: Date | null;
}

export interface WebhookEndpointDocument {
  /** 24 hex digits, or `environment`. */
  readonly _id: WebhookEndpointId;
  readonly url: string;
  readonly description: string | null;
  /** `null`: all types. */
  readonly types: readonly EventType[] | null;
  /** Newest first. Empty for `environment`, whose secrets are never stored. */
  readonly secrets: readonly WebhookSecretEntry[];
  readonly createdAt: Date;
  /** Who changed it last. Keys may change only one of a service key. Missing on `environment`. */
  readonly setBy?: AuditActor['kind'];
  readonly disabled: { readonly at: Date; readonly by: 'administrator' | 'gone' | 'failing' } | null;
  /** Since when no delivery succeeded. Written at the first failure and the next success. */
  readonly failingSince: Date | null;
  /** Set when its failures disable it, until the mail about it is queued. */
  readonly unsentNotice?: true;
  /** Below `WEBHOOKS_MAX`, unique, which bounds how many there are. `environment` has none. */
  readonly slot?: number;
  /** The document goes when its audit row is written. */
  readonly deletedAt?: Date;
  /** `environment` only: when a process last confirmed that its `WEBHOOK_URL` is `url`. */
  readonly confirmedAt?: Date;
  /** Decided and not finished; nearly always empty. */
  readonly replays?: readonly WebhookReplay[];
  readonly failedReplay?: FailedReplay;
  /** Audit rows that the deciding write made and that are not written yet; nearly always empty. */
  readonly unwrittenAudit?: readonly AuditDocument[];
}

export interface StoredAttempt {
  readonly at: Date;
  readonly trigger: 'schedule' | 'replay' | 'test';
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** Without the signature. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Without cookies. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

export interface DeliveryDocument {
  /** `<endpoint>:<event>`, so that a repeated hand-over adds nothing. */
  readonly _id: string;
  readonly endpointId: WebhookEndpointId;
  readonly eventId: ObjectId;
  readonly type: EventType | 'webhook.test';
  /** `null` for a test. */
  readonly subject: ObjectId | null;
  /** The exact text that is sent and signed. */
  readonly body: string;
  readonly trace?: Trace;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** When the next request is due, or the end of the sending process's lease. `null`: none is due. */
  readonly dueAt: Date | null;
  /** Failed requests since it was handed over or replayed. They choose the next pause. */
  readonly tries: number;
  readonly attemptCount: number;
  readonly trigger: StoredAttempt['trigger'];
  /** The last replay that made it due, so that a repeated run of that replay does not. */
  readonly replayId?: ObjectId;
  /** The last `DELIVERY_ATTEMPTS_KEPT`, oldest first. */
  readonly attempts: readonly StoredAttempt[];
  readonly createdAt: Date;
}
