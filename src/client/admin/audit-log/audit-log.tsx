import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AuditRow } from '../../../shared/schemas/audit.ts';
import { List } from '../../account/list.tsx';
import { Section } from '../../account/section.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import classes from '../admin.module.css';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { AuditItem } from './audit-item.tsx';

/** The schema of an id would load zod. */
const DOCUMENT_ID = /^[0-9a-f]{24}$/;
const route = getRouteApi('/admin/audit-log');

export function AuditLogPage() {
  const { activity, auditLog: texts, people } = useTexts();
  const search = route.useSearch();
  const navigate = useNavigate();
  const actions = Object.keys(texts.actions) as AuditRow['action'][];
  // Anybody can write an address, so what the server would refuse is left out.
  const action = actions.find((each) => each === search.action);
  const subject = DOCUMENT_ID.test(search.subject ?? '') ? search.subject : undefined;
  const pages = trpc.audit.list.useInfiniteQuery(
    { ...(action && { actions: [action] }), ...(subject !== undefined && { subject }) },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHeading title={texts.title} />
      <Section title={texts.list} hint={texts.hint}>
        <SelectField
          label={texts.action}
          value={action ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              to: '/admin/audit-log',
              search: { ...search, action: value === '' ? undefined : value },
              replace: true,
            })
          }
          data={[
            { value: '', label: texts.everything },
            ...actions.map((each) => ({ value: each, label: texts.actions[each] })),
          ]}
        />
        {subject !== undefined && (
          <div className={classes['buttons']}>
            <p className={classes['muted']}>
              <bdi>{texts.about(subject)}</bdi>
            </p>
            <ButtonLink to="/admin/audit-log" variant="subtle" size="compact-sm">
              {people.clear}
            </ButtonLink>
          </div>
        )}
        <AdminQueryNotice query={pages} />
        {pages.isPending && !pages.isError && <Skeleton rows={4} />}
        {pages.data && entries.length === 0 && <p>{texts.none}</p>}
        {entries.length > 0 && (
          <List>
            {entries.map((entry) => (
              <AuditItem key={entry.id} entry={entry} />
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
              {activity.loadMore}
            </Button>
          </div>
        )}
      </Section>
    </>
  );
}
