import type { AuditRow, ListAuditInput } from '../../../shared/schemas/audit.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchChip } from '../table/search-chip.tsx';
import { DateChip, FilterChip, Filters, Toolbar } from '../table/toolbar.tsx';
import toolbar from '../table/toolbar.module.css';
import { AuditExport } from './audit-export.tsx';
import { ACTOR_KINDS, GROUPS, TIMES, timeOf, type AuditAction, type AuditSearch } from './audit-filters.ts';

interface AuditToolbarProps {
  readonly search: AuditSearch;
  readonly filters: Partial<ListAuditInput>;
  /** They have names of those whom the filters choose. */
  readonly entries: readonly AuditRow[];
  readonly onChange: (changes: AuditSearch) => void;
}

export function AuditToolbar({ search, filters, entries, onChange }: AuditToolbarProps) {
  const { auditLog: texts, people } = useTexts();
  const keys = trpc.serviceKeys.list.useQuery();
  const ids = [filters.subject, filters.actor].flatMap((id) => id ?? []);
  const chosen = trpc.users.getMany.useQuery({ ids }, { enabled: ids.length > 0 });
  const nameOf = (id: string | undefined) => {
    if (id === undefined) return null;
    const person = chosen.data?.people.find((each) => each.id === id);
    const entry = entries.find(({ subject, actor }) => subject?.id === id || actor.id === id);
    const inEntry = entry?.subject?.id === id ? entry.subject.name : entry?.actor.name;
    return person?.name ?? person?.email ?? keys.data?.find((each) => each.id === id)?.name ?? inEntry ?? id;
  };
  const kinds = ACTOR_KINDS.map((kind) => ({ id: kind, label: texts.actorKinds[kind] }));
  const actions = Object.keys(texts.actions) as AuditAction[];
  const time = timeOf(search);
  return (
    <Toolbar>
      <Filters
        active={
          [filters.subject, filters.actorKind ?? filters.actor, filters.actions, time].filter(Boolean).length
        }
      >
        <SearchChip
          label={people.person}
          searchLabel={texts.searchPeople}
          chosen={nameOf(filters.subject)}
          onChange={(subject) => onChange({ subject })}
        />
        <SearchChip
          label={texts.doneBy}
          searchLabel={texts.searchPeople}
          chosen={filters.actorKind ? texts.actorKinds[filters.actorKind] : nameOf(filters.actor)}
          choices={[...kinds, ...(keys.data ?? []).map(({ id, name }) => ({ id, label: name }))]}
          onChange={(id) => {
            const by = ACTOR_KINDS.find((kind) => kind === id);
            onChange({ by, actor: by ? undefined : id });
          }}
        />
        <FilterChip
          label={texts.action}
          everything={texts.everything}
          value={search.action}
          choices={GROUPS.flatMap((each) => {
            const group = texts.groups[each];
            const members = actions.filter((action) => action.startsWith(each));
            return [
              ...(members.length > 1 ? [{ value: each, label: texts.wholeGroup(group), group }] : []),
              ...members.map((action) => ({ value: action, label: texts.actions[action], group })),
            ];
          })}
          onChange={(action) => onChange({ action })}
        />
        <FilterChip
          label={texts.time}
          everything={texts.anyTime}
          value={time}
          choices={TIMES.map((each) => ({ value: each, label: texts.times[each] }))}
          onChange={(chosenTime) => onChange({ time: chosenTime, from: undefined, until: undefined })}
        />
        {time === 'dates' && (
          <>
            <DateChip label={texts.fromDay} value={search.from} onChange={(from) => onChange({ from })} />
            <DateChip label={texts.untilDay} value={search.until} onChange={(until) => onChange({ until })} />
          </>
        )}
      </Filters>
      {Object.keys(filters).length > 0 && (
        <ButtonLink to="/admin/audit-log" variant="subtle" className={toolbar['clearAll'] ?? ''}>
          {people.clear}
        </ButtonLink>
      )}
      <AuditExport key={JSON.stringify(filters)} filters={filters} />
    </Toolbar>
  );
}
