import { useRef, type ReactNode } from 'react';
import { useTexts } from '../../language/texts.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { FieldArrow, TextField } from '../../ui/text-field.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import classes from './toolbar.module.css';
import { useTypedSearch } from './use-typed-search.ts';

/** Above a table: its search, its filters and its columns. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return (
    <div role="search" className={classes['toolbar']}>
      {children}
    </div>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** What the address has. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** The address follows the text after a short pause. `/` leads here. */
export function SearchField({ label, placeholder, value = '', onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  const [typed, setTyped] = useTypedSearch(value, (text) => onChange(chosenOf(text)));
  return (
    <TextField
      ref={field}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      className={classes['search']}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

interface FilterChipProps {
  readonly label: string;
  /** What the address has. */
  readonly value: string | undefined;
  /** The choice that filters nothing. */
  readonly everything: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string | undefined) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  /** The heading above the choices of one kind. */
  readonly group?: string;
}

/** A filter with a choice. A chosen one stands out, and has a button that clears it. */
export function FilterChip({ label, value, everything, choices, onChange }: FilterChipProps) {
  const { adminConsole: texts } = useTexts();
  const select = useRef<HTMLSelectElement>(null);
  const chosen = choices.find((each) => each.value === value);
  const groups = [...new Set(choices.flatMap(({ group }) => group ?? []))];
  return (
    <div className={classes['chip']} data-chosen={chosen !== undefined}>
      <select
        ref={select}
        aria-label={label}
        value={chosen?.value ?? ''}
        onChange={({ currentTarget }) => onChange(chosenOf(currentTarget.value))}
      >
        <option value="">{everything}</option>
        <Options choices={choices.filter(({ group }) => group === undefined)} />
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            <Options choices={choices.filter((each) => each.group === group)} />
          </optgroup>
        ))}
      </select>
      {chosen ? (
        <button
          type="button"
          aria-label={texts.clearFilter(label)}
          className={classes['clear']}
          onClick={() => {
            // The button goes away.
            select.current?.focus();
            onChange(undefined);
          }}
        >
          <CloseIcon size={14} />
        </button>
      ) : (
        <FieldArrow />
      )}
    </div>
  );
}

function Options({ choices }: Pick<FilterChipProps, 'choices'>) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** The parameter of the address for a field whose empty value means no filter. */
const chosenOf = (value: string) => (value === '' ? undefined : value);

interface DateChipProps {
  readonly label: string;
  /** As the address has it: `2026-11-29`. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function DateChip({ label, value, onChange }: DateChipProps) {
  return (
    <label className={classes['chip']} data-chosen={value !== undefined}>
      <span>{label}</span>
      <input
        type="date"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(chosenOf(currentTarget.value))}
      />
    </label>
  );
}
