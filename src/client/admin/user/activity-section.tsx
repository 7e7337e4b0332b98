import { EventIcon } from '../../account/activity/event-icon.tsx';
import { EventFacts } from '../../account/activity/event-item.tsx';
import { useEventWords } from '../../account/activity/event-words.ts';
import { List, ListItem } from '../../account/list.tsx';
import { Section } from '../../account/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';

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
    <Section title={texts.activityTitle} hint={texts.activityHint}>
      <AdminQueryNotice query={pages} />
      {pages.isPending && !pages.isError && <Skeleton rows={3} />}
      {pages.data && events.length === 0 && <p>{words.none}</p>}
      {events.length > 0 && (
        <List>
          {events.map((event) => (
            <ListItem key={event.id} icon={<EventIcon kind={event.kind} />} name={wordsOf(event)}>
              <EventFacts event={event} />
            </ListItem>
          ))}
        </List>
      )}
      {pages.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {words.loadMore}
          </Button>
        </div>
      )}
      <TextLink to="/admin/audit-log" search={{ subject: id }} size="sm">
        {texts.auditLink}
      </TextLink>
    </Section>
  );
}
