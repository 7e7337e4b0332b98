import { Fragment } from 'react';
import { useTexts } from '../language/texts.ts';
import { useBrand } from './brand.ts';
import classes from './brand-links.module.css';

/** Nothing where the operator names no pages. */
export function BrandLinks() {
  const { links } = useBrand();
  const { common } = useTexts();
  const named = (['terms', 'privacy', 'support'] as const).filter((name) => links[name]);
  return (
    named.length > 0 && (
      <p className={classes['links']}>
        {named.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && '·'}
            <a href={links[name]}>{common[name]}</a>
          </Fragment>
        ))}
      </p>
    )
  );
}
