import { EventIcon } from '../../account/activity/event-icon.tsx';
import { EventFacts } from '../../account/activity/event-item.tsx';
import { useEventWords } from '../../account/activity/event-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { TextLink } from '../../ui/links.tsx';
import { List, ListItem } from '../../ui/list.tsx';
import { QueryList } from '../query-list.tsx';

const PAGE_SIZE = 10;

export function ActivitySection({ id }: { readonly id: string }) {
  const { activity: words, person: texts } = useTexts();
  const wordsOf = useEventWords();
  const pages = trpc.users.activity.useInfiniteQuery(
    { id, limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <QueryList query={pages} isEmpty={events.length === 0} none={words.none}>
        <List aria-label={texts.activityTitle}>
          {events.map((event) => (
            <ListItem key={event.id} icon={<EventIcon kind={event.kind} />} name={wordsOf(event)}>
              <EventFacts event={event} />
            </ListItem>
          ))}
        </List>
      </QueryList>
      <TextLink to="/admin/audit-log" search={{ subject: id }} size="sm">
        {texts.auditLink}
      </TextLink>
    </>
  );
}
