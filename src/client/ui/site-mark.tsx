import type { ReactNode } from 'react';
import { useBrand } from './brand.ts';
import classes from './site-mark.module.css';

/** Links to the application. A person should check the host before typing anything. */
export function SiteMark() {
  const { name, host, appUrl, logo } = useBrand();
  const mark: ReactNode = (
    <>
      {logo ? (
        <picture>
          <source srcSet={logo.dark} media="(prefers-color-scheme: dark)" />
          <img src={logo.light} alt="" className={classes['logo']} />
        </picture>
      ) : (
        <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="9" className={classes['wall']} />
          <path d="M9.5 25V14a6.5 6.5 0 0 1 13 0v11z" className={classes['door']} />
          <circle cx="19" cy="18.5" r="1.4" className={classes['wall']} />
        </svg>
      )}
      <span className={classes['names']}>
        <span className={classes['name']}>{name}</span>
        {name !== host && <bdi className={classes['host']}>{host}</bdi>}
      </span>
    </>
  );
  return appUrl === null ? (
    <span className={classes['mark']}>{mark}</span>
  ) : (
    <a href={appUrl} className={classes['mark']}>
      {mark}
    </a>
  );
}
