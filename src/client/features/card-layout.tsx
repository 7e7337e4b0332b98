import type { ReactNode } from 'react';
import classes from './card-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { SiteMark } from '../ui/site-mark.tsx';

/** The frame of every page that a person meets before they are inside: the site's name above one card. */
export function CardLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
      </header>
      <main className={classes['card']}>{children}</main>
      <LanguageSwitch />
    </div>
  );
}
