import { createLink } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../language/texts.ts';
import { targetOf } from '../ui/arrow-keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { PaletteEntry, PaletteGroup } from './entries.ts';
import { isPaletteKey } from './use-palette-key.ts';
import classes from './palette.module.css';

interface PaletteProps {
  /** What it finds. */
  readonly hint: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  /** More entries may come. */
  readonly isSearching?: boolean;
  readonly onClose: () => void;
}

/** The focus stays in the field ("Editable Combobox" of the ARIA Authoring Practices Guide). */
export function Palette({ hint, text, onText, groups, isSearching = false, onClose }: PaletteProps) {
  const { palette: texts } = useTexts();
  const id = useId();
  const entries = groups.flatMap((group) => group.entries);
  const optionId = (entry: PaletteEntry | undefined) => entry && `${id}-${entries.indexOf(entry)}`;
  const [chosen, setChosen] = useState('');
  const active = entries.find((entry) => nameOf(entry) === chosen) ?? entries[0];
  // Entries that arrive late leave the choice where it is, also that of the first entry.
  if (nameOf(active) !== chosen) setChosen(nameOf(active));
  const activeId = optionId(active);
  useEffect(() => {
    // Its result, a promise in some browsers, is no clean-up.
    document.getElementById(activeId ?? '')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const press = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (isPaletteKey(nativeEvent)) {
      event.preventDefault();
      // The page would open it again.
      event.stopPropagation();
      onClose();
      return;
    }
    const target = targetOf(key, active ? entries.indexOf(active) : 0, entries.length);
    if (nativeEvent.isComposing || event.shiftKey || (target === null && key !== 'Enter')) return;
    event.preventDefault();
    if (target === null) document.getElementById(activeId ?? '')?.click();
    else setChosen(nameOf(entries.at(target)));
  };
  return (
    <Dialog opened title={texts.title} onClose={onClose}>
      <div className={classes['palette']}>
        <TextField
          role="combobox"
          aria-label={texts.title}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={hint}
          size="md"
          value={text}
          onChange={({ currentTarget }) => {
            setChosen('');
            onText(currentTarget.value);
          }}
          onKeyDown={press}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <div id={`${id}-list`} role="listbox" aria-label={texts.title} className={classes['list']}>
          {groups.map((group, index) => (
            <div key={group.name} role="group" aria-labelledby={`${id}-group-${index}`}>
              <div id={`${id}-group-${index}`} role="presentation" className={classes['group']}>
                {group.name}
              </div>
              {group.entries.map((entry) => (
                <Option
                  key={nameOf(entry)}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === active}
                  onPoint={() => setChosen(nameOf(entry))}
                  onClose={onClose}
                />
              ))}
            </div>
          ))}
        </div>
        {/* The element exists before the text, so that a screen reader announces it. */}
        <p role="status" className={classes['status']}>
          {entries.length === 0 && (isSearching ? texts.searching : texts.none)}
        </p>
        <p className={classes['keys']}>{texts.keys}</p>
      </div>
    </Dialog>
  );
}

/** Unique among the entries. */
const nameOf = (entry: PaletteEntry | undefined) =>
  entry ? `${entry.name} ${'to' in entry ? entry.to : 'href' in entry ? entry.href : ''}` : '';

interface OptionProps {
  readonly id: string | undefined;
  readonly entry: PaletteEntry;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onClose: () => void;
}

function Option({ id, entry, isActive, onPoint, onClose }: OptionProps) {
  const { name, detail, keys, Icon } = entry;
  const option = {
    id,
    role: 'option',
    tabIndex: -1,
    className: classes['option'],
    'aria-selected': isActive,
    // A list that scrolls below a resting pointer must not change the choice.
    onPointerMove: onPoint,
    onClick: onClose,
  };
  const content = (
    <>
      <Icon />
      <span className={classes['name']}>
        <bdi>{name}</bdi>
        {detail !== undefined && <bdi className={classes['detail']}>{detail}</bdi>}
      </span>
      {keys !== undefined && <kbd aria-hidden="true">{keys.toUpperCase()}</kbd>}
    </>
  );
  if ('to' in entry) {
    const { to, hash = '', search = {}, state = {} } = entry;
    return (
      <OptionLink {...option} {...{ to, hash, search, state }} preload={false}>
        {content}
      </OptionLink>
    );
  }
  if ('href' in entry) {
    return (
      <a {...option} href={entry.href}>
        {content}
      </a>
    );
  }
  const act = () => {
    onClose();
    entry.act();
  };
  return (
    <button type="button" {...option} onClick={act}>
      {content}
    </button>
  );
}

const OptionLink = createLink('a');
