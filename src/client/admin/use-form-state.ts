import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** When the form was last asked for. The history keeps that, also over a reload, and each asking counts once. */
let answered = performance.timeOrigin;

/** Whether the page's form is open. The palette opens it by the history, also when the page is there already. */
export function useFormState() {
  const asked = useLocation({ select: ({ state }) => state.opensForm ?? 0 });
  const [isOpen, setOpen] = useState(asked > answered);
  const [last, setLast] = useState(asked);
  if (asked !== last) {
    setLast(asked);
    if (asked > answered) setOpen(true);
  }
  useEffect(() => {
    answered = Math.max(answered, asked);
  }, [asked]);
  return [isOpen, setOpen] as const;
}
