import type { Output } from '../output.ts';
import { eventLine } from './event-line.ts';
import { followEvents, type Following, type Start } from './follow-events.ts';

export async function tail(start: Start, following: Following, output: Output): Promise<void> {
  for await (const { events } of followEvents(start, following)) {
    for (const event of events) {
      output.json(event);
      output.line(eventLine(event));
    }
  }
}
