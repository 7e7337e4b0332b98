import './mantine-select.css';
import { Select } from '@mantine/core';
import { useState, type MouseEvent, type FocusEvent } from 'react';
import type { CountryCode } from '../../../../shared/phone.ts';
import { findCountries, type Countries, type CountryChoice } from './countries.ts';
import { drawsFlags, flagOf } from './flags.ts';
import classes from './phone.module.css';
import { useTexts, type Texts } from '../../../texts/texts.ts';

interface CountrySelectProps {
  readonly countries: Countries;
  readonly value: CountryCode | null;
  readonly onChange: (country: CountryCode) => void;
}

/** The country of a number, found by typing its name, calling code or two letters. */
export function CountrySelect({ countries: { choices, language }, value, onChange }: CountrySelectProps) {
  const texts = useTexts().phone;
  const [hasFlags] = useState(drawsFlags);
  const [searched, setSearched] = useState('');
  const chosen = choices.find((choice) => choice.value === value);
  const isSearching = searched !== '' && searched !== chosen?.label;
  // What is typed next replaces the country that stands there.
  const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) => {
    if (currentTarget.value === chosen?.label) currentTarget.select();
  };
  return (
    <>
      <Select
        label={texts.country}
        placeholder={texts.chooseCountry}
        size="md"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        openOnFocus={false}
        autoComplete="off"
        data={choices}
        value={value}
        onChange={(_value, option) => {
          if (option) onChange(option.value);
        }}
        searchValue={searched}
        onSearchChange={setSearched}
        filter={({ search }) => findCountries(choices, search)}
        nothingFoundMessage={texts.noSuchCountry}
        // The list itself scrolls: a box around it would be a stop of its own for the keyboard.
        withScrollArea={false}
        classNames={{ options: classes['countries'] ?? '' }}
        leftSection={hasFlags && chosen ? <span aria-hidden>{flagOf(chosen.value)}</span> : undefined}
        onFocus={selectAll}
        onClick={selectAll}
        lang={language}
        renderOption={({ option }) => (
          <span lang={language} className={classes['country']}>
            {hasFlags && <span aria-hidden>{flagOf(option.value)}</span>}
            {option.label}
          </span>
        )}
      />
      {/* Mantine marks the first one found, which Enter takes, for the eye alone. */}
      <p role="status" className={classes['unseen']}>
        {isSearching && foundSentence(texts, findCountries(choices, searched))}
      </p>
    </>
  );
}

function foundSentence(texts: Texts['phone'], [first, ...others]: readonly CountryChoice[]): string {
  if (!first) return `${texts.noSuchCountry}.`;
  if (others.length === 0) return texts.countryFound(first.label);
  return texts.countriesFound(others.length + 1, first.label);
}
