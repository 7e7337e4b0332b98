import { isFoyerError } from '../../client.ts';
import type { FoyerEvent } from '../../events.ts';
import { UsageError } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { writePrivateFile } from '../private-file.ts';
import { eventLine } from './event-line.ts';
import { followEvents, type Following, type Start } from './follow-events.ts';
import { forwardEvent, type ForwardResult } from './forward-event.ts';
import {
  FIRST_POSITION,
  listenStateFile,
  positionKey,
  readListenState,
  type ListenPosition,
  type ListenState,
} from './listen-state.ts';

interface ListenOptions {
  readonly forward: string | undefined;
  /** Begins there instead of after the last run. */
  readonly from: 'oldest' | 'now' | undefined;
  readonly directory: string;
  readonly following: Following;
  readonly output: Output;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Repeats an event until the app answers 2xx. The next run continues where this one ended. */
export async function listen(options: ListenOptions): Promise<void> {
  const { from, directory, following, output } = options;
  const forward = toForwardUrl(options.forward);
  const file = listenStateFile(directory, following.client.url, forward);
  const key = positionKey(following.types);
  const { secret, positions } = await readListenState(file);
  let position = positions[key] ?? FIRST_POSITION;
  const save = async (changes: Partial<ListenPosition>) => {
    position = { ...position, ...changes };
    const state: ListenState = { secret, positions: { ...positions, [key]: position } };
    await writePrivateFile(file, `${JSON.stringify(state)}\n`);
  };
  if (from !== undefined) await save(FIRST_POSITION);
  output.json({ url: following.client.url, forward, secret });
  output.line(`Events of ${following.client.url} go to ${forward}. This secret signs them, also next time:`);
  output.line(`WEBHOOK_SECRET=${secret}`);

  for await (const { events, cursor } of pagesOf(position.cursor, from ?? 'now', following)) {
    const known = new Set(position.forwarded);
    for (const event of events.filter(({ id }) => !known.has(id))) {
      const result = await forwardUntilAccepted(event, forward, secret, following);
      if (!result) return;
      await save({ forwarded: [...position.forwarded, event.id] });
      const { status, durationMs } = result;
      output.json({ event, status, durationMs });
      output.line(`${eventLine(event)}  → ${status} in ${durationMs} ms`);
    }
    if (cursor !== position.cursor) await save({ cursor, forwarded: [] });
  }
}

/** The cursor of the last run expires after 30 days. */
async function* pagesOf(cursor: string | null, from: 'oldest' | 'now', following: Following) {
  const start: Start = cursor === null ? { from } : { after: cursor };
  try {
    yield* followEvents(start, following);
  } catch (error) {
    if (!isFoyerError(error) || error.code !== 'EVENT_CURSOR_EXPIRED') throw error;
    following.warn('Events since the last run are no longer kept. Going on with the oldest.');
    yield* followEvents({ from: 'oldest' }, following);
  }
}

/** `null`: interrupted before the app accepted the event. */
async function forwardUntilAccepted(
  event: FoyerEvent,
  url: string,
  secret: string,
  { signal, sleep, warn }: Following,
): Promise<ForwardResult | null> {
  let shownReason = '';
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const result = await forwardEvent(event, { url, secret, signal });
    if (result.status !== null && result.status >= 200 && result.status < 300) return result;
    const reason = result.error ?? `answer ${result.status}`;
    if (reason !== shownReason && !signal.aborted)
      warn(`${eventLine(event)}  → ${reason}. Trying again until ${url} accepts it.`);
    shownReason = reason;
    await sleep(pauseMs, signal);
  }
  return null;
}

function toForwardUrl(text: string | undefined): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError('Say where events go: foyer listen --forward http://localhost:4000/webhooks');
  return url.href;
}
