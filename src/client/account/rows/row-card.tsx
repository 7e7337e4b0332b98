import { useState, type ReactNode } from 'react';
import classes from './rows.module.css';
import { OpenRowContext } from './use-row.tsx';

/** A card of rows. One editor is open at a time. */
export function RowCard({ children }: { readonly children: ReactNode }) {
  const [openRow, setOpenRow] = useState<string | null>(null);
  return (
    <OpenRowContext value={{ openRow, setOpenRow }}>
      <div className={classes['card']}>{children}</div>
    </OpenRowContext>
  );
}
