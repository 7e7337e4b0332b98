import { UsageError } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { eventLine } from './event-line.ts';
import { followEvents, type Following, type Start } from './follow-events.ts';

interface TailOptions {
  readonly rest: readonly string[];
  readonly start: Start;
  readonly following: Following;
  readonly output: Output;
}

export async function tail({ rest, start, following, output }: TailOptions): Promise<void> {
  if (rest.length !== 1 || rest[0] !== 'tail')
    throw new UsageError('That is not understood. See: foyer events --help');
  for await (const { events } of followEvents(start, following)) {
    for (const event of events) {
      output.json(event);
      output.line(eventLine(event));
    }
  }
}
