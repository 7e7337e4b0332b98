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

/** The country of a number, found by its name, its calling code or its two letters. */
export function CountrySelect({ countries: { choices, language }, value, onChange }: CountrySelectProps) {
  const texts = useTexts().phone;
  const [hasFlags] = useState(drawsFlags);
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  /** The search text; `null` while the field shows the chosen country. */
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
          className={fieldClasses['input']}
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
      {/* Inside the page's main part, where a screen reader finds it beside the field. */}
      <Combobox.Portal container={box}>
        <Combobox.Positioner
          className={classes['positioner']}
          align="start"
          sideOffset={8}
          // The list shows the chosen country by `scrollIntoView` before it has its place. It then must not scroll the page.
          positionMethod="fixed"
        >
          {/*
           * Not `Combobox.Popup`: while it is open it sets `aria-hidden` on the rest of the page, focusable elements too, which axe finds (1.9.0).
           * What it does beside that is done here: `actions` unmount the closed list, leaving the field closes it, and a press keeps the focus.
           */}
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
      {/* Announces the entry that Enter chooses, because not every screen reader announces it during typing. */}
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
