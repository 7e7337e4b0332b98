import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import admin from '../admin.module.css';
import { QueryList } from '../query-list.tsx';
import { documentIdOf, filtersOf, type AuditAction } from './audit-filters.ts';
import { AuditItem, linkIdOf } from './audit-item.tsx';
import classes from './audit-log.module.css';
import { AuditPanel } from './audit-panel.tsx';
import { AuditToolbar } from './audit-toolbar.tsx';

const route = getRouteApi('/admin/audit-log');

/** The address has the filters and the open entry, so that it can be sent to somebody else. */
export function AuditLogPage() {
  const { auditLog: texts } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  const filters = filtersOf(search, Object.keys(texts.actions) as AuditAction[], new Date(useMinute()));
  const pages = trpc.audit.list.useInfiniteQuery(filters, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const openId = documentIdOf(search.entry);
  const change = (changes: Partial<typeof search>) =>
    navigate({
      to: '/admin/audit-log',
      search: (last) => ({ ...last, ...changes }),
      replace: true,
      resetScroll: false,
    });
  const open = async (id: string | undefined) => {
    await change({ entry: id });
    // The panel may have been opened at another entry.
    if (id === undefined && openId !== undefined) document.getElementById(linkIdOf(openId))?.focus();
  };
  const openNextPage = async () => {
    const { data } = await pages.fetchNextPage();
    const next = data?.pages.flatMap((page) => page.entries)[entries.length];
    if (next) await open(next.id);
  };
  return (
    <>
      <PageHeading title={texts.title} />
      <p className={admin['muted']}>{texts.hint}</p>
      <section aria-label={texts.list} className={admin['card']}>
        <AuditToolbar
          search={search}
          filters={filters}
          entries={entries}
          onChange={(changes) => void change(changes)}
        />
        <QueryList query={pages} isEmpty={entries.length === 0} none={texts.none}>
          <ul aria-label={texts.list} className={classes['list']}>
            {entries.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
            ))}
          </ul>
        </QueryList>
        {openId !== undefined && pages.data && (
          <AuditPanel
            id={openId}
            entries={entries}
            onMore={pages.hasNextPage ? () => void openNextPage() : null}
            isReading={pages.isFetchingNextPage}
            onChange={(id) => void open(id)}
          />
        )}
      </section>
    </>
  );
}
