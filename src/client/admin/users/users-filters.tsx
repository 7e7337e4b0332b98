import { chosenOf } from '../../search.ts';
import type { UserState } from '../../../shared/schemas/users.ts';
import { useTexts } from '../../language/texts.ts';
import { SelectField, TextField } from '../../ui/text-field.tsx';
import { useRoleName } from '../user-labels.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import classes from './users.module.css';

/** In the order of the list. The schema's own list would load zod. */
export const STATES: readonly UserState[] = ['active', 'invited', 'suspended'];

/** The search and the filters, as the address has them. */
export interface UsersSearch {
  readonly search?: string | undefined;
  readonly role?: string | undefined;
  readonly state?: string | undefined;
  readonly sort?: string | undefined;
}

interface UsersFiltersProps {
  readonly search: UsersSearch;
  readonly roles: readonly string[];
  readonly onChange: (changes: UsersSearch) => void;
}

export function UsersFilters({ search, roles, onChange }: UsersFiltersProps) {
  const { people: texts } = useTexts();
  const nameOf = useRoleName();
  const [typed, setTyped] = useTypedSearch(search.search ?? '', (text) =>
    onChange({ search: text === '' ? undefined : text }),
  );
  return (
    <div role="search" className={classes['filters']}>
      <TextField
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        className={classes['search']}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        aria-label={texts.role}
        value={search.role ?? ''}
        onChange={({ currentTarget }) => onChange({ role: chosenOf(currentTarget.value) })}
        data={[
          { value: '', label: texts.everyRole },
          ...roles.map((role) => ({ value: role, label: nameOf(role) })),
        ]}
      />
      <SelectField
        aria-label={texts.state}
        value={search.state ?? ''}
        onChange={({ currentTarget }) => onChange({ state: chosenOf(currentTarget.value) })}
        data={[
          { value: '', label: texts.everyState },
          ...STATES.map((state) => ({ value: state, label: texts.states[state] })),
        ]}
      />
      <SelectField
        aria-label={texts.sort}
        value={search.sort ?? 'created'}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value })}
        data={(['created', 'name'] as const).map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
      />
    </div>
  );
}

/** Short enough to feel immediate, and long enough for one request a word. */
const PAUSE_MS = 200;

/** `search` is what the address has. It follows the text after a short pause. */
function useTypedSearch(search: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  /** What this field has sent last, or has taken over from the address. */
  const [sent, setSent] = useState(search);
  const [last, setLast] = useState(search);
  if (search !== last) {
    setLast(search);
    // Something else changed the address, such as "Back". Otherwise the person may have typed on.
    if (search !== sent) {
      setSent(search);
      setTyped(search);
    }
  }
  const text = typed.trim();
  const send = useEffectEvent(() => {
    setSent(text);
    onSearch(text);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return [typed, setTyped] as const;
}
