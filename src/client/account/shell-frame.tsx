import type { ReactNode, Ref } from 'react';
import { useTexts } from '../language/texts.ts';
import { BrandLinks } from '../ui/brand-links.tsx';
import { useBrand } from '../ui/brand.ts';
import { BackIcon } from '../ui/icons.tsx';
import { SiteMark } from '../ui/site-mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './shell.module.css';

interface ShellFrameProps {
  /** Missing until the person is known. */
  readonly menu?: ReactNode;
  readonly navigation: ReactNode;
  /** Before the menu. */
  readonly search?: ReactNode;
  /** For pages with tables. */
  readonly isWide?: boolean;
  readonly main?: Ref<HTMLElement>;
  readonly children?: ReactNode;
}

/** What all pages of the account and the console have around their content. It uses no router. */
export function ShellFrame({ menu, navigation, search, isWide = false, main, children }: ShellFrameProps) {
  const texts = useTexts().account;
  const { name, appUrl } = useBrand();
  return (
    <div className={classes['shell']} {...(isWide && { 'data-wide': true })}>
      <a href="#content" className={classes['skip']}>
        {texts.skip}
      </a>
      <header className={classes['header']}>
        <SiteMark />
        {appUrl !== null && (
          <a href={appUrl} className={classes['back']}>
            <BackIcon />
            {texts.back(name)}
          </a>
        )}
        {search}
        {menu ?? <span className={classes['nobody']} />}
      </header>
      <div className={classes['columns']}>
        {navigation}
        <main ref={main} id="content" tabIndex={-1} className={classes['content']}>
          {children ?? (
            <>
              <span className={classes['noTitle']} />
              <div className={classes['noContent']}>
                <Skeleton rows={4} />
              </div>
            </>
          )}
        </main>
      </div>
      <footer className={classes['footer']}>
        <BrandLinks />
      </footer>
    </div>
  );
}
