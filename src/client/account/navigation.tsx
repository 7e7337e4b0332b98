import { createLink, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps } from 'react';
import classes from './navigation.module.css';
import type { Section } from './sections.ts';

interface SectionLinksProps {
  readonly label: string;
  readonly sections: readonly Section[];
}

export function SectionLinks({ label, sections }: SectionLinksProps) {
  const links = useRef<HTMLDivElement>(null);
  // The current section is bolder, so the row is measured when the navigation begins, and when it is over.
  const step = useRouterState({ select: ({ location, status }) => `${location.pathname} ${status}` });
  useEffect(() => {
    const row = links.current;
    if (!row) return;
    // `observe` also calls back at once.
    const observer = new ResizeObserver(() => showCurrent(row));
    observer.observe(row);
    return () => observer.disconnect();
  }, [step]);
  return (
    <nav aria-label={label} className={classes['nav']}>
      <div ref={links} className={classes['links']}>
        {sections.map(({ to, isExact = false, Icon, name }) => (
          <SectionLink key={to} to={to} activeOptions={{ exact: isExact }}>
            <Icon />
            {name}
          </SectionLink>
        ))}
      </div>
    </nav>
  );
}

const SectionLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className={classes['link']}>
    {props.children}
  </a>
));

/** Not `scrollIntoView`, which may scroll the page too. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-current="page"]');
  if (!current) return;
  const middleOf = ({ left, width }: DOMRect) => left + width / 2;
  row.scrollLeft += middleOf(current.getBoundingClientRect()) - middleOf(row.getBoundingClientRect());
}
