import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListedMethod, User, UserState } from '../../../shared/schemas/users.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import classes from '../admin.module.css';
import { startOfDay } from '../local-day.ts';
import { ColumnsMenu } from '../table/columns-menu.tsx';
import { DataTable, hiddenOf } from '../table/data-table.tsx';
import { DateChip, FilterChip, Filters, SearchField, Toolbar } from '../table/toolbar.tsx';
import toolbar from '../table/toolbar.module.css';
import { useFormState } from '../use-form-state.ts';
import { useRoleName } from '../user-labels.tsx';
import { NewUser } from './new-user.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useUserColumns } from './user-columns.tsx';
import own from './users.module.css';

const route = getRouteApi('/admin/people');

/** In the order of the list. The schema's own list would load zod. */
const STATES: readonly UserState[] = ['active', 'invited', 'suspended'];
const METHODS: readonly ListedMethod[] = ['passkey', 'totp'];
const SORTS = ['created', '-created', 'name', '-name'] as const;

/** The search, the filters, the order and the left out columns, as the address has them. */
interface UsersSearch {
  readonly search?: string | undefined;
  readonly role?: string | undefined;
  readonly state?: string | undefined;
  readonly method?: string | undefined;
  /** A day, or a moment, from which the accounts were created. */
  readonly from?: string | undefined;
  readonly sort?: string | undefined;
  readonly hidden?: string | undefined;
}

/** The address has all that was chosen, so "Back" from a person leads to the same list. */
export function UsersPage() {
  const { adminConsole, people: texts } = useTexts();
  const { after, ...search } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const hasPageBefore = useLocation({ select: ({ state }) => state.hasPageBefore === true });
  const [isFormOpen, setFormOpen] = useFormState();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLElement>(null);
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
  const [isSelecting, setSelecting] = useState(false);
  /** Also people of other pages and searches. */
  const [selected, setSelected] = useState<ReadonlyMap<string, User>>(new Map());
  const select = (people: readonly User[], isSelected: boolean) =>
    setSelected((last) => {
      const next = new Map(last);
      for (const each of people) {
        if (isSelected) next.set(each.id, each);
        else next.delete(each.id);
      }
      return next;
    });
  const roleNameOf = useRoleName();
  const columns = useUserColumns(configuration.data?.fields ?? [], hiddenOf([], search.hidden));
  const sort = sortOf(search.sort);
  const { hidden: _hidden, sort: _sort, search: words, ...filters } = search;
  const filterCount = Object.values(filters).filter((value) => value !== undefined).length;
  const isFiltered = filterCount > 0 || words !== undefined;
  /** Leads to the first page, unless it says otherwise. */
  const change = (changes: UsersSearch & { readonly after?: string | undefined }) =>
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
      <section ref={list} tabIndex={-1} aria-label={texts.list} className={classes['card']}>
        <Toolbar>
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            value={search.search}
            onChange={(text) => change({ search: text })}
          />
          <Button
            variant="default"
            aria-pressed={isSelecting || selected.size > 0}
            className={toolbar['narrowButton'] ?? ''}
            onClick={() => {
              setSelecting(!isSelecting && selected.size === 0);
              setSelected(new Map());
            }}
          >
            {texts.select}
          </Button>
          <Filters active={filterCount}>
            <FilterChip
              label={texts.role}
              everything={texts.everyRole}
              value={search.role}
              choices={(configuration.data?.roles ?? []).map(({ name }) => ({
                value: name,
                label: roleNameOf(name),
              }))}
              onChange={(role) => change({ role })}
            />
            <FilterChip
              label={texts.state}
              everything={texts.everyState}
              value={search.state}
              choices={STATES.map((state) => ({ value: state, label: texts.states[state] }))}
              onChange={(state) => change({ state })}
            />
            <FilterChip
              label={texts.method}
              everything={texts.everyMethod}
              value={search.method}
              choices={METHODS.map((method) => ({ value: method, label: texts.withMethod[method] }))}
              onChange={(method) => change({ method })}
            />
            <DateChip
              label={texts.createdFrom}
              value={search.from?.slice(0, 10)}
              onChange={(from) => change({ from })}
            />
            <span className={toolbar['narrowOnly']}>
              <FilterChip
                label={texts.sort}
                everything={texts.sorts.created}
                value={sort === 'created' ? undefined : sort}
                choices={SORTS.slice(1).map((each) => ({ value: each, label: texts.sorts[each] }))}
                onChange={(chosen) => change({ sort: chosen })}
              />
            </span>
          </Filters>
          {isFiltered && (
            <ButtonLink to="/admin/people" variant="subtle" className={toolbar['clearAll'] ?? ''}>
              {texts.clear}
            </ButtonLink>
          )}
          <ColumnsMenu
            columns={columns}
            hidden={search.hidden}
            onChange={(hidden) => change({ hidden, after })}
          />
        </Toolbar>
        <AdminQueryNotice query={users} />
        {users.isPending && !users.isError && <Skeleton rows={8} />}
        {page && page.people.length > 0 && (
          <DataTable
            label={texts.list}
            columns={columns}
            rows={page.people}
            hidden={search.hidden}
            narrow="first"
            isOutdated={users.isPlaceholderData}
            // A search is always in the order of the names.
            sort={search.search === undefined ? sort : sort.startsWith('-') ? '-name' : 'name'}
            onSort={(next) => change({ sort: next === 'created' ? undefined : next })}
            selection={{
              isOn: isSelecting || selected.size > 0,
              ids: selected,
              nameOf: ({ name, email }) => name ?? email ?? texts.noName,
              onChange: select,
            }}
          />
        )}
        {/* The element exists before the text, so that a screen reader announces it. */}
        <div className={classes['top']}>
          <div role="status" className={own['status']}>
            {page && page.people.length > 0 && (
              <p className={classes['muted']}>{texts.count(page.people.length)}</p>
            )}
            {page?.people.length === 0 && (
              <EmptyList>
                <p>{texts.nobody}</p>
              </EmptyList>
            )}
          </div>
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
          </div>
        </div>
        <SelectionBar
          selected={selected}
          roles={configuration.data?.roles ?? []}
          deselect={(user) => select([user], false)}
          clear={() => setSelected(new Map())}
          onEnd={() => list.current?.focus({ preventScroll: true })}
        />
      </section>
    </>
  );
}

const PAGE_SIZE = 50;

/** Anybody can write an address: an unknown order or state is left out. */
const sortOf = (sort: string | undefined) => SORTS.find((each) => each === sort) ?? 'created';

function toInput({ search = '', role, state, method, from, sort }: UsersSearch) {
  const knownState = STATES.find((each) => each === state);
  const knownMethod = METHODS.find((each) => each === method);
  const createdAfter = Date.parse(startOfDay(from) ?? from ?? '');
  const order = sortOf(sort);
  return {
    limit: PAGE_SIZE,
    sort: order.endsWith('name') ? ('name' as const) : ('created' as const),
    ...(order.startsWith('-') && { reversed: true }),
    ...(search.trim() !== '' && { search: search.trim().slice(0, 200) }),
    ...(role !== undefined && { role }),
    ...(knownState !== undefined && { state: knownState }),
    ...(knownMethod !== undefined && { method: knownMethod }),
    ...(!Number.isNaN(createdAfter) && { createdAfter: new Date(createdAfter).toISOString() }),
  };
}
