import { useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import classes from './shortcuts.module.css';
import { areShortcutsOn, turnShortcuts, useShortcut } from './use-shortcut.ts';

/** The list of the console's shortcuts, with the switch that turns them off. `?` opens it. */
export function Shortcuts() {
  const { adminConsole: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(areShortcutsOn);
  useShortcut('?', () => setOpen(true));
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['open'] ?? ''}
        onClick={() => setOpen(true)}
      >
        {texts.shortcuts}
      </Button>
      <Dialog opened={isOpen} title={texts.shortcuts} onClose={() => setOpen(false)}>
        <dl className={classes['keys']}>
          {Object.entries(texts.shortcutKeys).map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <div className={classes['switch']}>
          <span>{texts.shortcutsOn}</span>
          <Switch
            label={texts.shortcutsOn}
            isOn={isOn}
            isBusy={false}
            onChange={() => {
              turnShortcuts(!isOn);
              setOn(!isOn);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}
