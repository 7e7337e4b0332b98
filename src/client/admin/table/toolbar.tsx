import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { FieldArrow, TextField } from '../../ui/text-field.tsx';
import { startOfDay } from '../local-day.ts';
import { Popover } from '../popover.tsx';
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

interface FiltersProps {
  /** How many of them filter something. */
  readonly active: number;
  readonly children: ReactNode;
}

/** A narrow screen has them behind a button, apart from those that filter something. */
export function Filters({ active, children }: FiltersProps) {
  const { adminConsole: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const chip = document.activeElement?.closest<HTMLElement>('[data-chosen]');
    // A cleared filter goes away with the focus.
    if (chip && box.current?.contains(chip) && getComputedStyle(chip).display === 'none') {
      button.current?.focus();
    }
  }, [active]);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        aria-expanded={isOpen}
        className={classes['narrowButton'] ?? ''}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.filters} {active > 0 && <span className={classes['count']}>{active}</span>}
      </Button>
      <div ref={box} className={classes['filters']} data-open={isOpen}>
        {children}
      </div>
    </>
  );
}

interface ChipProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onClear: () => void;
  /** What chooses: one field, or a popover. */
  readonly children: ReactNode;
}

/** A filter. A chosen one stands out, and has a button that clears it. */
export function Chip({ label, isChosen, onClear, children }: ChipProps) {
  const { adminConsole: texts } = useTexts();
  const chip = useRef<HTMLDivElement>(null);
  return (
    <div ref={chip} className={classes['chip']} data-chosen={isChosen}>
      {children}
      {isChosen && (
        <button
          type="button"
          aria-label={texts.clearFilter(label)}
          className={classes['clear']}
          onClick={() => {
            // The button goes away.
            chip.current?.querySelector<HTMLElement>('select, summary')?.focus();
            onClear();
          }}
        >
          <CloseIcon size={14} />
        </button>
      )}
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

export function FilterChip({ label, value, everything, choices, onChange }: FilterChipProps) {
  const chosen = choices.find((each) => each.value === value);
  const groups = [...new Set(choices.flatMap(({ group }) => group ?? []))];
  return (
    <Chip label={label} isChosen={chosen !== undefined} onClear={() => onChange(undefined)}>
      <select
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
      {!chosen && <FieldArrow />}
    </Chip>
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
  const formatDay = useFormatDay();
  const day = startOfDay(value);
  return (
    <Chip label={label} isChosen={value !== undefined} onClear={() => onChange(undefined)}>
      <Popover label={day === undefined ? label : `${label}: ${formatDay(day)}`}>
        <TextField
          type="date"
          aria-label={label}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(chosenOf(currentTarget.value))}
        />
      </Popover>
    </Chip>
  );
}
