import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** Whether the page's form is open. The palette opens it by the history, also when the page is there already. */
export function useFormState() {
  const asked = useLocation({ select: ({ state }) => state.opensForm });
  const [isOpen, setOpen] = useState(asked !== undefined);
  const [last, setLast] = useState(asked);
  if (asked !== last) {
    setLast(asked);
    if (asked !== undefined) setOpen(true);
  }
  return [isOpen, setOpen] as const;
}
