import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RowState } from './use-row.tsx';

/** Opens the row's editor when a link with this name after the `#` leads to the page. `null`: it opens by no link. */
export function useOpenByLink({ openIfNoneIs }: RowState, name: string | null): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (name !== null && hash === name) openIfNoneIs();
  }, [hash, name, openIfNoneIs]);
}
