import type { ReactNode } from 'react';
import classes from './card-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { BrandLinks } from '../ui/brand-links.tsx';
import { SiteMark } from '../ui/site-mark.tsx';

export function CardLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
      </header>
      <main className={classes['card']}>{children}</main>
      <footer className={classes['footer']}>
        <LanguageSwitch />
        <BrandLinks />
      </footer>
    </div>
  );
}
