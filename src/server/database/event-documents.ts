import type { ObjectId } from 'mongodb';
import type { EventType } from '../../shared/event-types.ts';
import type { EventContent } from '../../shared/schemas/events.ts';
import type { Trace } from '../log/trace.ts';
import type { AuditActor, AuditDocument } from './administration-documents.ts';

/** An event in the outbox of a user document (`SecurityEvent.events`), stored by the deciding write. */
export type OutboxEvent = EventContent & {
  /** Also the id of the event. */
  readonly _id: ObjectId;
  /** Of the request that caused it, when it named one. Its webhooks belong to it, too. */
  readonly trace?: Trace;
};

/** One event. It has no personal data but ids, so it stays when the person is deleted. */
export type EventDocument = EventContent & {
  readonly _id: ObjectId;
  readonly trace?: Trace;
  /** The user id. */
  readonly subject: ObjectId;
  /** The number among the events of the subject: 1, 2, 3 … (`domain/events/event-log.ts`). */
  readonly sequence: number;
  /** When it was decided. */
  readonly at: Date;
  /** Chosen by the subject, so that the events of one person are in one partition. */
  readonly partition: number;
  /** Unique in the partition. The holder of its lease gives it (`domain/events/event-numbering.ts`). */
  readonly position?: number;
  /** When the event got its position. It rises with the position, so that events expire in their order. */
  readonly numberedAt?: Date;
  /** Set until the event has a position. */
  readonly unnumbered?: true;
};

/** Who numbers the events of a partition. */
export interface EventPartitionDocument {
  /** The number of the partition. */
  readonly _id: number;
  /** The process that numbered last. It numbers alone until `until`. */
  readonly holder: string;
  /** 1970 when the holder is done. */
  readonly until: Date;
  /** The highest position that followers see. The database has acknowledged all positions up to it. */
  readonly last: number;
  /** The last restore of the database from a backup. It ends earlier cursors (`dump/restored-events.ts`). */
  readonly restoredAt?: Date;
}

/** Events of a time range that are sent to an endpoint again. */
export interface WebhookReplay {
  readonly _id: ObjectId;
  readonly from: Date;
  /** The moment after the range. */
  readonly to: Date;
  /** The last event that was made due, in the order of time and id; missing before the first. */
  readonly last?: { readonly at: Date; readonly _id: ObjectId };
}

/**
 * Deliveries that were given up and are sent again. The finished replay stays, because the next decision
 * expects its id, so that no two decide about one delivery.
 */
interface FailedReplay {
  readonly _id: ObjectId;
  /** Those that are not made due yet; nearly always none. */
  readonly deliveryIds: readonly string[];
}

/** `environment`: the one that `WEBHOOK_URL` sets. */
export type WebhookEndpointId = string;

export interface WebhookSecretEntry {
  /** The secret with `whsec_`, encrypted. It must be known to sign. */
  readonly sealed: string;
  /** The last characters. */
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
  /** Newest first. Empty for `environment`: its secrets are never stored. */
  readonly secrets: readonly WebhookSecretEntry[];
  readonly createdAt: Date;
  /**
   * Who made the endpoint, or the person or command that changed it last. Keys may only change an endpoint of
   * a service key. Missing on `environment`.
   */
  readonly setBy?: AuditActor['kind'];
  readonly disabled: { readonly at: Date; readonly by: 'administrator' | 'gone' | 'failing' } | null;
  /** Since when no delivery succeeded. Written at the first failure and at the first success after it. */
  readonly failingSince: Date | null;
  /** Set by the write that disables it for its failures, until the mail about it is queued. */
  readonly unsentNotice?: true;
  /** A number below `WEBHOOKS_MAX`, unique, which bounds how many there are. `environment` has none. */
  readonly slot?: number;
  /** Set by the write that deletes it. The document goes when the row of the audit log is written. */
  readonly deletedAt?: Date;
  /** Of `environment` only: when a process last said that its `WEBHOOK_URL` is `url`. */
  readonly confirmedAt?: Date;
  /** Replays that are decided and not finished; nearly always empty. */
  readonly replays?: readonly WebhookReplay[];
  /** The last decision to send again what was given up. */
  readonly failedReplay?: FailedReplay;
  /** Rows of the audit log that the deciding write made and that are not written yet; nearly always empty. */
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

/** An event on its way to one endpoint. */
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
  /** That of the event. */
  readonly trace?: Trace;
  readonly state: 'waiting' | 'delivered' | 'failed';
  /**
   * When the next request is due, or the end of the lease of the process that sends it. `null`: none is due.
   */
  readonly dueAt: Date | null;
  /** The failed requests since it was handed over or replayed, which choose the next pause. */
  readonly tries: number;
  /** All requests so far. */
  readonly attemptCount: number;
  /** Why the next request is sent. */
  readonly trigger: StoredAttempt['trigger'];
  /**
   * The last replay that made the delivery due, so that a repeated run of that replay does not do so again.
   */
  readonly replayId?: ObjectId;
  /** The last `DELIVERY_ATTEMPTS_KEPT` requests, oldest first. */
  readonly attempts: readonly StoredAttempt[];
  readonly createdAt: Date;
}
