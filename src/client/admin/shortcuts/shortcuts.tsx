import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { HAS_COMMAND_KEY } from '../../palette/use-palette-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { adminSections } from '../sections.ts';
import classes from './shortcuts.module.css';
import { areShortcutsOn, turnShortcuts, useShortcuts } from './use-shortcuts.ts';

interface ShortcutsProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

/** The list of the console's shortcuts, with the switch that turns them off. `?` opens it. */
export function Shortcuts({ isOpen, setOpen }: ShortcutsProps) {
  const texts = useTexts();
  const { adminConsole } = texts;
  const navigate = useNavigate();
  const [isOn, setOn] = useState(areShortcutsOn);
  const pages = adminSections(texts).flatMap(({ keys, to, name }) => (keys ? [{ keys, to, name }] : []));
  useShortcuts({
    '?': () => setOpen(true),
    ...Object.fromEntries(pages.map(({ keys, to }) => [keys, () => void navigate({ to })])),
  });
  const { shortcutGroups, shortcutKeys, shortcutPalette, tableKeys } = adminConsole;
  const groups = [
    {
      name: shortcutGroups.everywhere,
      shortcuts: [
        [HAS_COMMAND_KEY ? '⌘ K' : `${adminConsole.controlKey} K`, shortcutPalette],
        ...Object.entries(shortcutKeys),
      ],
    },
    { name: shortcutGroups.pages, shortcuts: pages.map(({ keys, name }) => [keys.toUpperCase(), name]) },
    {
      name: shortcutGroups.tables,
      shortcuts: Object.entries(tableKeys).map(([key, meaning]) => [
        key.length > 1 ? key : key.toUpperCase(),
        meaning,
      ]),
    },
  ] as const;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['open'] ?? ''}
        onClick={() => setOpen(true)}
      >
        {adminConsole.shortcuts}
      </Button>
      <Dialog opened={isOpen} title={adminConsole.shortcuts} onClose={() => setOpen(false)}>
        <div className={classes['switch']}>
          <span>{adminConsole.shortcutsOn}</span>
          <Switch
            label={adminConsole.shortcutsOn}
            isOn={isOn}
            isBusy={false}
            onChange={() => {
              turnShortcuts(!isOn);
              setOn(!isOn);
            }}
          />
        </div>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name} className={classes['group']}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(([keys = '', meaning]) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Dialog>
    </>
  );
}
