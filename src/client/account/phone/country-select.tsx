import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { CountryCode } from '../../../shared/phone.ts';
import { Field, FieldArrow, useFieldIds } from '../../ui/text-field.tsx';
import fieldClasses from '../../ui/text-field.module.css';
import { findCountries, type Countries, type CountryChoice } from './countries.ts';
import { drawsFlags, flagOf } from './flags.ts';
import classes from './country-select.module.css';
import { useTexts, type Texts } from '../../texts/texts.ts';

interface CountrySelectProps {
  readonly countries: Countries;
  readonly value: CountryCode | null;
  readonly onChange: (country: CountryCode) => void;
}

/**
 * The country of a number: a combobox with a list, after the ARIA Authoring Practices. The search accepts a name, a calling code or two
 * letters. The focus stays in the field; `aria-activedescendant` names the marked entry.
 */
export function CountrySelect({ countries: { choices, language }, value, onChange }: CountrySelectProps) {
  const texts = useTexts().phone;
  const [hasFlags] = useState(drawsFlags);
  const chosen = choices.find((choice) => choice.value === value);
  /** The search text since the list was opened; `null` before, while the field shows the chosen country. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { id, described } = useFieldIds({});
  const found = typed === null ? choices : findCountries(choices, typed);

  useEffect(() => {
    if (isOpen) list.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, marked]);

  const open = () => {
    setMarked(
      Math.max(
        0,
        found.findIndex((choice) => choice.value === value),
      ),
    );
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (choice: CountryChoice | undefined) => {
    if (!choice) return;
    close();
    onChange(choice.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open();
      else if (found.length > 0) setMarked((marked + step + found.length) % found.length);
    } else if (isOpen && event.key === 'Enter') {
      event.preventDefault();
      choose(found[marked]);
    } else if (isOpen && event.key === 'Escape') {
      // Escape closes the list only, not a dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  // The next key replaces the shown country.
  const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) => {
    if (typed === null) currentTarget.select();
  };

  return (
    <>
      <Field id={id} label={texts.country} description={null} error={null} size="md" className={undefined}>
        <input
          {...described}
          type="text"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(isOpen && found.length > 0 && { 'aria-activedescendant': optionId(listId, marked) })}
          autoComplete="off"
          spellCheck={false}
          lang={language}
          placeholder={texts.chooseCountry}
          className={fieldClasses['input']}
          data-arrow
          {...(hasFlags && chosen && { 'data-left': true })}
          value={typed ?? chosen?.label ?? ''}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMarked(0);
            setOpen(true);
          }}
          onFocus={selectAll}
          onClick={(event) => {
            selectAll(event);
            if (!isOpen) open();
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {hasFlags && chosen && (
          <span aria-hidden="true" className={classes['flag']}>
            {flagOf(chosen.value)}
          </span>
        )}
        <FieldArrow />
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={texts.country}
          hidden={!isOpen}
          className={classes['list']}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {isOpen &&
            found.map((choice, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's; a press is the pointer's own way
              <div
                key={choice.value}
                id={optionId(listId, index)}
                role="option"
                tabIndex={-1}
                aria-selected={choice.value === value}
                data-marked={index === marked}
                lang={language}
                className={classes['country']}
                onClick={() => choose(choice)}
              >
                {hasFlags && <span aria-hidden="true">{flagOf(choice.value)}</span>}
                {choice.label}
              </div>
            ))}
          {isOpen && found.length === 0 && <div className={classes['none']}>{texts.noSuchCountry}</div>}
        </div>
      </Field>
      {/* Announces the entry that Enter chooses, because not every screen reader announces it during typing. */}
      <p role="status" className={classes['unseen']}>
        {typed !== null && typed !== '' && resultText(texts, found)}
      </p>
    </>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function resultText(texts: Texts['phone'], [first, ...others]: readonly CountryChoice[]): string {
  if (!first) return `${texts.noSuchCountry}.`;
  if (others.length === 0) return texts.countryFound(first.label);
  return texts.countriesFound(others.length + 1, first.label);
}
