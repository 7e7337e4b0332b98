import { listEventsInput, listEventsOutput } from '../../../shared/schemas/events.ts';
import { listEvents } from '../../domain/events/event-list.ts';
import { router, serviceProcedure } from '../procedures.ts';

export const eventsRouter = router({
  list: serviceProcedure
    .meta({
      serviceScope: 'events:read',
      heavy: true,
      summary: 'Lists events from a cursor on, for an application that follows them.',
      errors: ['EVENT_CURSOR_EXPIRED'],
    })
    .input(listEventsInput)
    .output(listEventsOutput)
    .query(({ ctx, input }) => listEvents(ctx.deps, input)),
});
