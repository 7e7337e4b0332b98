import { Suspense, useState } from 'react';
import { useTexts } from '../../language/texts.ts';
import { lazyPart } from '../../load-page.ts';
import { PaletteLoading } from '../../palette/palette-loading.tsx';
import { PALETTE_TEXTS } from '../../palette/palette-texts.ts';
import { HAS_COMMAND_KEY, usePaletteKey } from '../../palette/use-palette-key.ts';
import { SearchIcon } from '../icons.tsx';
import classes from './console-search.module.css';

const ConsolePalette = lazyPart(
  async () => (await import('./console-palette.tsx')).ConsolePalette,
  PALETTE_TEXTS,
);

interface ConsoleSearchProps {
  readonly onShowShortcuts: () => void;
}

/** The button in the header that opens the palette, as Ctrl K does. */
export function ConsoleSearch({ onShowShortcuts }: ConsoleSearchProps) {
  const { adminConsole: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  usePaletteKey(() => setOpen(true));
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={HAS_COMMAND_KEY ? 'Meta+K' : 'Control+K'}
        className={classes['button']}
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        <span>{texts.search}</span>
        <kbd aria-hidden="true">{HAS_COMMAND_KEY ? '⌘' : texts.controlKey} K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<PaletteLoading onClose={() => setOpen(false)} />}>
          <ConsolePalette onShowShortcuts={onShowShortcuts} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
