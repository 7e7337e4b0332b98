import { useState } from 'react';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SiteMark } from '../../ui/site-mark.tsx';
import classes from './design.module.css';
import { SAMPLES } from './samples.tsx';
import { readTokens, Token } from './tokens.tsx';

/** For development (`docs/design.md`). Its words are English only. */
export function DesignPage() {
  const [groups] = useState(readTokens);
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <SiteMark />
      </header>
      <main className={classes['main']}>
        <PageHeading title="Design system" />
        {Object.entries(groups).map(([group, tokens]) => (
          <section key={group} aria-label={group} className={classes['section']}>
            <h2 className={classes['title']}>{group}</h2>
            <ul className={classes['tokens']}>
              {tokens.map((token) => (
                <Token key={token.name} {...token} />
              ))}
            </ul>
          </section>
        ))}
        {SAMPLES.map(({ name, states }) => (
          <section key={name} aria-label={name} className={classes['section']}>
            <h2 className={classes['title']}>{name}</h2>
            <div className={classes['states']}>
              {Object.entries(states).map(([state, shown]) => (
                <figure key={state} className={classes['state']}>
                  <figcaption className={classes['caption']}>{state}</figcaption>
                  {shown}
                </figure>
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}
