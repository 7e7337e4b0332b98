import { Combobox } from '@base-ui/react/combobox';
import { useEffect, useRef, useState, type FocusEvent, type MouseEvent } from 'react';
import type { CountryCode } from '../../../shared/phone.ts';
import { Field, FieldArrow, useFieldIds } from '../../ui/text-field.tsx';
import fieldClasses from '../../ui/text-field.module.css';
import { findCountries, type Countries, type CountryChoice } from './countries.ts';
import { drawsFlags, flagOf } from './flags.ts';
import classes from './country-select.module.css';
import type { PageTexts } from '../../../locales/texts.ts';
import { useTexts } from '../../language/texts.ts';

interface CountrySelectProps {
  readonly countries: Countries;
  readonly value: CountryCode | null;
  readonly onChange: (country: CountryCode) => void;
}

export function CountrySelect({ countries: { choices, language }, value, onChange }: CountrySelectProps) {
  const texts = useTexts().phone;
  const [hasFlags] = useState(drawsFlags);
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  /** `null` while the field shows the chosen country. */
  const [search, setSearch] = useState<string | null>(null);
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const { id, described } = useFieldIds({});
  const [isOpen, setOpen] = useState(false);
  const actions = useRef<Combobox.Root.Actions | null>(null);
  useEffect(() => {
    if (!isOpen) actions.current?.unmount();
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    setSearch(null);
  };
  const found = search === null ? choices : findCountries(choices, search);
  // The next key replaces the chosen country.
  const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) => {
    if (search === null) currentTarget.select();
  };

  return (
    <Combobox.Root
      items={choices}
      filteredItems={found}
      value={chosen}
      onValueChange={(choice) => choice && onChange(choice.value)}
      onInputValueChange={(text, { reason }) => setSearch(reason === 'input-change' ? text : null)}
      open={isOpen}
      onOpenChange={(opens) => (opens ? setOpen(true) : close())}
      actionsRef={actions}
      autoHighlight
    >
      <Field id={id} label={texts.country} size="md">
        <Combobox.Input
          {...described}
          spellCheck={false}
          lang={language}
          placeholder={texts.chooseCountry}
          className={`${fieldClasses['input']} ${classes['input']}`}
          data-arrow
          {...(hasFlags && chosen && { 'data-left': true })}
          onFocus={selectAll}
          onClick={selectAll}
          onBlur={close}
        />
        {hasFlags && chosen && (
          <span aria-hidden="true" className={classes['flag']}>
            {flagOf(chosen.value)}
          </span>
        )}
        <FieldArrow />
        <div ref={setBox} />
      </Field>
      {/* A screen reader finds the list beside the field, in the page's main part. */}
      <Combobox.Portal container={box}>
        <Combobox.Positioner
          className={classes['positioner']}
          align="start"
          sideOffset={8}
          // `scrollIntoView` runs before the list has its place. It then must not scroll the page.
          positionMethod="fixed"
        >
          {/* Not `Combobox.Popup`: 1.9.0 sets `aria-hidden` on focusable elements, which axe reports.
              What it does otherwise: `actions` unmount the closed list, and a press keeps the focus. */}
          <div
            role="presentation"
            className={classes['popup']}
            onMouseDown={(event) => event.preventDefault()}
          >
            <Combobox.Empty className={classes['none']}>{texts.noSuchCountry}</Combobox.Empty>
            <Combobox.List aria-label={texts.country} className={classes['list']}>
              {(choice: CountryChoice) => (
                <Combobox.Item
                  key={choice.value}
                  value={choice}
                  lang={language}
                  className={classes['country']}
                >
                  {hasFlags && <span aria-hidden="true">{flagOf(choice.value)}</span>}
                  {choice.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </div>
        </Combobox.Positioner>
      </Combobox.Portal>
      {/* Not every screen reader announces during typing which entry Enter chooses. */}
      <p role="status" className={classes['unseen']}>
        {search !== null && search !== '' && resultText(texts, found)}
      </p>
    </Combobox.Root>
  );
}

function resultText(texts: PageTexts['phone'], found: readonly CountryChoice[]): string {
  const [first] = found;
  return first ? texts.countriesFound(found.length, first.label) : `${texts.noSuchCountry}.`;
}
