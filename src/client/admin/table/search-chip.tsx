import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { UserPicture } from '../../ui/user-picture.tsx';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AdminQueryNotice } from '../admin-query-notice.tsx';
import { closePopover, Popover } from '../popover.tsx';
import classes from './search-chip.module.css';
import { Chip } from './toolbar.tsx';
import { useTypedSearch } from './use-typed-search.ts';

interface SearchChipProps {
  readonly label: string;
  readonly searchLabel: string;
  /** The name of what is chosen. `null`: the filter is off. */
  readonly chosen: string | null;
  /** What is offered beside the people. Typed words select among them. */
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string | undefined) => void;
}

const SHOWN = 8;

/** A filter by a person, who is found by any word of their name or address. */
export function SearchChip(props: SearchChipProps) {
  const { label, searchLabel, chosen, choices = [], onChange } = props;
  const { people: texts } = useTexts();
  const [words, setWords] = useState('');
  const [typed, setTyped] = useTypedSearch(words, setWords);
  const found = trpc.users.list.useQuery(
    { search: words, limit: SHOWN },
    { enabled: words !== '', placeholderData: keepPreviousData },
  );
  const people = words === '' ? [] : (found.data?.people ?? []);
  const fitting = choices.filter((each) => each.label.toLowerCase().includes(words.toLowerCase()));
  const choose = (id: string, button: HTMLElement) => {
    closePopover(button);
    setTyped('');
    setWords('');
    onChange(id);
  };
  return (
    <Chip label={label} isChosen={chosen !== null} onClear={() => onChange(undefined)}>
      <Popover label={chosen === null ? label : `${label}: ${chosen}`} className={classes['popover']}>
        <TextField
          type="search"
          aria-label={searchLabel}
          placeholder={texts.searchHint}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <AdminQueryNotice query={found} />
        <ul className={classes['results']}>
          {fitting.slice(0, SHOWN).map((each) => (
            <li key={each.id}>
              <button type="button" onClick={({ currentTarget }) => choose(each.id, currentTarget)}>
                <bdi>{each.label}</bdi>
              </button>
            </li>
          ))}
          {people.map(({ id, name, email, image }) => (
            <li key={id}>
              <button type="button" onClick={({ currentTarget }) => choose(id, currentTarget)}>
                <UserPicture id={id} name={name ?? email} image={image} size="tiny" />
                <span className={classes['names']}>
                  <bdi>{name ?? email ?? texts.noName}</bdi>
                  {name !== null && email !== null && <bdi className={classes['address']}>{email}</bdi>}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {/* The element exists before the text, so that a screen reader announces it. */}
        <p role="status" className={classes['nobody']}>
          {words !== '' && found.isSuccess && people.length + fitting.length === 0 && texts.nobody}
        </p>
      </Popover>
    </Chip>
  );
}
