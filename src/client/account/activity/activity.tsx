import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { ACTIVITY_GROUPS, type ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { QueryErrorNotice } from '../../ui/query-error-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { groupByDay, useDayName } from './days.ts';
import { EventItem } from './event-item.tsx';
import classes from './activity.module.css';

const GROUPS = Object.keys(ACTIVITY_GROUPS) as ActivityGroup[];

export function ActivityPage() {
  const texts = useTexts().activity;
  const [group, setGroup] = useState<ActivityGroup | null>(null);
  return (
    <>
      <PageHeading title={texts.title} />
      <Section title={texts.list} hint={texts.hint}>
        <SelectField
          label={texts.filter}
          className={classes['filter'] ?? ''}
          value={group ?? ''}
          onChange={({ currentTarget }) =>
            setGroup(GROUPS.find((each) => each === currentTarget.value) ?? null)
          }
          data={[
            { value: '', label: texts.everything },
            ...GROUPS.map((each) => ({ value: each, label: texts.groups[each] })),
          ]}
        />
        <Events key={group} group={group} />
      </Section>
    </>
  );
}

function EventDay({ events }: { readonly events: readonly Activity[] }) {
  const titleId = useId();
  const nameOf = useDayName();
  const [first] = events;
  return (
    <section aria-labelledby={titleId} className={classes['day']}>
      <h3 id={titleId} className={classes['dayName']}>
        {first && nameOf(first.at)}
      </h3>
      <List>
        {events.map((event) => (
          <EventItem key={event.id} event={event} />
        ))}
      </List>
    </section>
  );
}

function Events({ group }: { readonly group: ActivityGroup | null }) {
  const texts = useTexts().activity;
  const list = useRef<HTMLDivElement>(null);
  const kinds = group === null ? {} : { kinds: [...ACTIVITY_GROUPS[group]] };
  const pages = trpc.activity.list.useInfiniteQuery(kinds, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  /** The number of events before the last "Load more". */
  const [countBefore, setCountBefore] = useState<number | null>(null);
  const added = countBefore === null ? 0 : events.length - countBefore;

  // The "Load more" button may be gone, so the first new event takes the focus.
  useEffect(() => {
    if (countBefore !== null && added > 0) list.current?.querySelectorAll('li')[countBefore]?.focus();
  }, [countBefore, added]);

  return (
    <>
      <QueryErrorNotice query={pages} />
      {pages.isPending && <Skeleton rows={6} />}
      {pages.data && events.length === 0 && (
        <EmptyList>
          <p>{group === null ? texts.none : texts.noneOfThese}</p>
        </EmptyList>
      )}
      {events.length > 0 && (
        <div ref={list} className={classes['days']}>
          {groupByDay(events).map((day) => (
            <EventDay key={day.date} events={day.events} />
          ))}
        </div>
      )}
      {events.length > 0 && (
        <div className={classes['more']}>
          {pages.hasNextPage && (
            <Button
              variant="default"
              loading={pages.isFetchingNextPage}
              onClick={() => {
                setCountBefore(events.length);
                void pages.fetchNextPage();
              }}
            >
              {texts.loadMore}
            </Button>
          )}
          <p role="status">
            {added > 0 && texts.loadedMore(added)} {!pages.hasNextPage && texts.thatIsAll}
          </p>
        </div>
      )}
    </>
  );
}
