import type { ReactNode } from 'react';
import classes from './card-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { BrandLinks } from '../ui/brand-links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SiteMark } from '../ui/site-mark.tsx';

interface CardLayoutProps {
  /** Of its heading. Other cards have a heading among the children. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function CardLayout({ title, children }: CardLayoutProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
      </header>
      <main className={classes['card']}>
        {title !== undefined && <PageHeading title={title} />}
        {children}
      </main>
      <footer className={classes['footer']}>
        <LanguageSwitch />
        <BrandLinks />
      </footer>
    </div>
  );
}
