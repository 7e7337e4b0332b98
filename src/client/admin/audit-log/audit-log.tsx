import { useState } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AuditRow, ListAuditInput } from '../../../shared/schemas/audit.ts';
import { Section } from '../../account/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import admin from '../admin.module.css';
import { QueryList } from '../query-list.tsx';
import { ColumnsMenu } from '../table/columns-menu.tsx';
import { DataTable } from '../table/data-table.tsx';
import { DateChip, FilterChip, Toolbar } from '../table/toolbar.tsx';
import { AuditChanges } from './audit-changes.tsx';
import { useAuditColumns } from './audit-columns.tsx';

/** The schema of an id would load zod. */
const DOCUMENT_ID = /^[0-9a-f]{24}$/;
const route = getRouteApi('/admin/audit-log');

/** The address has the filters, so that it can be sent to somebody else. */
export function AuditLogPage() {
  const { auditLog: texts, people } = useTexts();
  const search = route.useSearch();
  const [shown, setShown] = useState<AuditRow | null>(null);
  const columns = useAuditColumns(setShown);
  const navigate = useNavigate();
  const actions = Object.keys(texts.actions) as AuditRow['action'][];
  const actors = Object.keys(texts.actors) as AuditRow['actor']['kind'][];
  // Anybody can write an address, so what the server would refuse is left out.
  const action = actions.find((each) => each === search.action);
  const actorKind = actors.find((each) => each === search.by);
  const subject = DOCUMENT_ID.test(search.subject ?? '') ? search.subject : undefined;
  const from = startOfDay(search.from, 0);
  const until = startOfDay(search.until, 1);
  const filters: Partial<ListAuditInput> = {
    ...(action && { actions: [action] }),
    ...(actorKind && { actorKind }),
    ...(subject !== undefined && { subject }),
    ...(from && { from }),
    ...(until && { until }),
  };
  const pages = trpc.audit.list.useInfiniteQuery(filters, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const change = (changes: Partial<typeof search>) =>
    void navigate({
      to: '/admin/audit-log',
      search: (last) => ({ ...last, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <PageHeading title={texts.title} />
      <Section title={texts.list} hint={texts.hint}>
        <Toolbar>
          <FilterChip
            label={texts.action}
            everything={texts.everything}
            value={action}
            choices={actions.map((each) => ({ value: each, label: texts.actions[each] }))}
            onChange={(value) => change({ action: value })}
          />
          <FilterChip
            label={texts.doneBy}
            everything={texts.everybody}
            value={actorKind}
            choices={actors.map((each) => ({ value: each, label: texts.actors[each] }))}
            onChange={(value) => change({ by: value })}
          />
          <DateChip label={texts.fromDay} value={search.from} onChange={(day) => change({ from: day })} />
          <DateChip label={texts.untilDay} value={search.until} onChange={(day) => change({ until: day })} />
          <ColumnsMenu columns={columns} hidden={search.hidden} onChange={(hidden) => change({ hidden })} />
        </Toolbar>
        {Object.keys(filters).length > 0 && (
          <div className={admin['buttons']}>
            {subject !== undefined && (
              <p className={admin['muted']}>
                <bdi>{texts.about(entries[0]?.subject?.name ?? subject)}</bdi>
              </p>
            )}
            <ButtonLink to="/admin/audit-log" variant="subtle" size="compact-sm">
              {people.clear}
            </ButtonLink>
          </div>
        )}
        <QueryList query={pages} isEmpty={entries.length === 0} none={texts.none}>
          <DataTable
            label={texts.list}
            columns={columns}
            rows={entries}
            hidden={search.hidden}
            narrow="all"
          />
        </QueryList>
        <AuditChanges entry={shown} onClose={() => setShown(null)} />
      </Section>
    </>
  );
}

/** In local time, as date fields have it. `undefined` for anything but a day. */
function startOfDay(day: string | undefined, later: number): string | undefined {
  const start = new Date(`${day ?? ''}T00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
