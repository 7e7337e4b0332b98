import type { Activity } from '../../../shared/schemas/activity.ts';
import { EventIcon } from '../../account/activity/event-icon.tsx';
import { useEventWords } from '../../account/activity/event-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { useDeviceName } from '../../ui/device-name.ts';
import { TextLink } from '../../ui/links.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { QueryList } from '../query-list.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import classes from './user.module.css';

const PAGE_SIZE = 10;

export function ActivitySection({ id }: { readonly id: string }) {
  const { activity: words, person: texts } = useTexts();
  const columns = useActivityColumns();
  const pages = trpc.users.activity.useInfiniteQuery(
    { id, limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const events = pages.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <QueryList query={pages} isEmpty={events.length === 0} none={words.none}>
        <DataTable label={texts.activityTitle} columns={columns} rows={events} narrow="all" />
      </QueryList>
      <TextLink to="/admin/audit-log" search={{ subject: id }} size="sm">
        {texts.auditLink}
      </TextLink>
    </>
  );
}

function useActivityColumns(): readonly Column<Activity>[] {
  const { columnNames: names } = useTexts().adminConsole;
  const wordsOf = useEventWords();
  const nameOf = useDeviceName();
  return [
    {
      id: 'event',
      name: names.event,
      cell: (event) => (
        <span className={classes['event']}>
          <EventIcon kind={event.kind} />
          <span title={wordsOf(event)}>{wordsOf(event)}</span>
        </span>
      ),
    },
    { id: 'when', name: names.when, cell: ({ at }) => <RelativeTime at={at} /> },
    {
      id: 'device',
      name: names.device,
      cell: ({ device }) => (device.browser ?? device.system) !== null && nameOf(device),
    },
    { id: 'address', name: names.address, cell: ({ ip }) => ip !== null && <bdi>{ip}</bdi> },
  ];
}
