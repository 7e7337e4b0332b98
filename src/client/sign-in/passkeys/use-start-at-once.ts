import { useEffect, useRef, type RefObject } from 'react';

/** Presses the button once more when it was pressed before its code was loaded. */
export function useStartAtOnce(wasPressed: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wasPressed) return;
    button.current?.focus();
    button.current?.click();
  }, [wasPressed]);
  return button;
}
