import { useHost } from './host.ts';
import classes from './site-mark.module.css';

/** The logo and the site's host name, which a person should check before typing anything. */
export function SiteMark() {
  const host = useHost();
  return (
    <span className={classes['mark']}>
      <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="9" className={classes['wall']} />
        <path d="M9.5 25V14a6.5 6.5 0 0 1 13 0v11z" className={classes['door']} />
        <circle cx="19" cy="18.5" r="1.4" className={classes['wall']} />
      </svg>
      <span className={classes['host']}>{host}</span>
    </span>
  );
}
