import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { NewUser } from './new-user.tsx';
import { UsersFilters, STATES, type UsersSearch } from './users-filters.tsx';
import { UsersTable } from './users-table.tsx';
import own from './users.module.css';

const route = getRouteApi('/admin/people');

/** The address has the search and the filters, so "Back" from a person leads to the same list. */
export function UsersPage() {
  const { adminConsole, people: texts } = useTexts();
  const { after, ...search } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const hasPageBefore = useLocation({ select: ({ state }) => state.hasPageBefore === true });
  const [isFormOpen, setFormOpen] = useState(false);
  const inviteButton = useRef<HTMLButtonElement>(null);
  /** The button takes the focus when it is rendered again. */
  const closeForm = () => {
    flushSync(() => setFormOpen(false));
    inviteButton.current?.focus();
  };
  const configuration = trpc.administration.configuration.useQuery();
  const users = trpc.users.list.useQuery(
    { ...toInput(search), ...(after !== undefined && { cursor: after }) },
    // While another search is read, the rows of the last one stay.
    { placeholderData: keepPreviousData },
  );
  const page = users.data;
  const isFiltered = Object.values(search).some(Boolean);
  const change = (changes: UsersSearch) =>
    void navigate({ to: '/admin/people', search: { ...search, ...changes }, replace: true });

  return (
    <>
      <div className={classes['top']}>
        <PageHeading title={texts.title} />
        {!isFormOpen && (
          <Button ref={inviteButton} leftSection={<PlusIcon size={16} />} onClick={() => setFormOpen(true)}>
            {texts.invite}
          </Button>
        )}
      </div>
      {isFormOpen && <NewUser onClose={closeForm} />}
      <section aria-label={texts.list} className={own['card']}>
        <UsersFilters
          search={search}
          roles={configuration.data?.roles.map(({ name }) => name) ?? []}
          onChange={change}
        />
        <AdminQueryNotice query={users} />
        {users.isPending && !users.isError && <Skeleton rows={8} />}
        {page && page.people.length > 0 && (
          <UsersTable
            users={page.people}
            fields={configuration.data?.fields ?? []}
            isOutdated={users.isPlaceholderData}
          />
        )}
        {/* The element exists before the text, so that a screen reader announces it. */}
        <p role="status" className={classes['muted']}>
          {page && (page.people.length === 0 ? texts.nobody : texts.count(page.people.length))}
        </p>
        <div className={classes['buttons']}>
          {after !== undefined &&
            (hasPageBefore ? (
              <Button variant="default" onClick={() => router.history.back()}>
                {adminConsole.previousPage}
              </Button>
            ) : (
              <ButtonLink to="/admin/people" search={search} variant="default">
                {adminConsole.firstPage}
              </ButtonLink>
            ))}
          {page && page.nextCursor !== null && (
            <ButtonLink
              to="/admin/people"
              search={{ ...search, after: page.nextCursor }}
              state={{ hasPageBefore: true }}
              variant="default"
              disabled={users.isPlaceholderData}
            >
              {adminConsole.nextPage}
            </ButtonLink>
          )}
          {isFiltered && (
            <ButtonLink to="/admin/people" variant="subtle">
              {texts.clear}
            </ButtonLink>
          )}
        </div>
      </section>
    </>
  );
}

const PAGE_SIZE = 50;

/** Anybody can write an address: an unknown state is left out. */
function toInput({ search = '', role, state, sort }: UsersSearch) {
  const knownState = STATES.find((each) => each === state);
  return {
    limit: PAGE_SIZE,
    sort: sort === 'name' ? ('name' as const) : ('created' as const),
    ...(search.trim() !== '' && { search: search.trim().slice(0, 200) }),
    ...(role !== undefined && { role }),
    ...(knownState !== undefined && { state: knownState }),
  };
}
