import { createLink, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useTexts } from '../language/texts.ts';
import { DevicesIcon } from '../ui/device-icons.tsx';
import { ActivityIcon, DataIcon, KeyIcon, UserIcon, TerminalIcon } from '../ui/icons.tsx';
import classes from './navigation.module.css';

export function Navigation() {
  const { accessTokens, account, activity, devices, yourData } = useTexts();
  return (
    <SectionLinks label={account.navigation}>
      <SectionLink to="/account" activeOptions={EXACT}>
        <UserIcon />
        {account.profile}
      </SectionLink>
      <SectionLink to="/account/sign-in-methods">
        <KeyIcon />
        {account.signInMethods}
      </SectionLink>
      <SectionLink to="/account/devices">
        <DevicesIcon />
        {devices.nav}
      </SectionLink>
      <SectionLink to="/account/activity">
        <ActivityIcon />
        {activity.nav}
      </SectionLink>
      <SectionLink to="/account/access-tokens">
        <TerminalIcon />
        {accessTokens.nav}
      </SectionLink>
      <SectionLink to="/account/data">
        <DataIcon />
        {yourData.title}
      </SectionLink>
    </SectionLinks>
  );
}

interface SectionLinksProps {
  readonly label: string;
  /** `SectionLink`s. */
  readonly children: ReactNode;
}

export function SectionLinks({ label, children }: SectionLinksProps) {
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
        {children}
      </div>
    </nav>
  );
}

/** For a link whose section does not have the pages below its path. */
export const EXACT = { exact: true };

export const SectionLink = createLink((props: ComponentProps<'a'>) => (
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
