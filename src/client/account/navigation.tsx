import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../language/texts.ts';
import { DevicesIcon } from '../ui/device-icons.tsx';
import { ActivityIcon, DataIcon, KeyIcon, PersonIcon, TerminalIcon } from '../ui/icons.tsx';
import classes from './navigation.module.css';

/** The links to the account's sections: a list at the side, or on a narrow screen a row that scrolls. */
export function Navigation() {
  const { accessTokens, account, activity, devices, yourData } = useTexts();
  const links = useRef<HTMLDivElement>(null);
  // The current section is bolder, so the row is measured when the navigation begins, and when it is over.
  const step = useRouterState({ select: ({ location, status }) => `${location.pathname} ${status}` });
  useEffect(() => {
    const row = links.current;
    if (!row) return;
    // It observes at once, too.
    const observer = new ResizeObserver(() => showCurrent(row));
    observer.observe(row);
    return () => observer.disconnect();
  }, [step]);
  return (
    <nav aria-label={account.navigation} className={classes['nav']}>
      <div ref={links} className={classes['links']}>
        <Section to="/account" exact icon={<PersonIcon />} name={account.profile} />
        <Section to="/account/sign-in-methods" icon={<KeyIcon />} name={account.signInMethods} />
        <Section to="/account/devices" icon={<DevicesIcon />} name={devices.nav} />
        <Section to="/account/activity" icon={<ActivityIcon />} name={activity.nav} />
        <Section to="/account/access-tokens" icon={<TerminalIcon />} name={accessTokens.nav} />
        <Section to="/account/data" icon={<DataIcon />} name={yourData.title} />
      </div>
    </nav>
  );
}

interface SectionProps {
  readonly to:
    | '/account'
    | '/account/sign-in-methods'
    | '/account/devices'
    | '/account/activity'
    | '/account/access-tokens'
    | '/account/data';
  /** Pages below this path belong to other sections. */
  readonly exact?: boolean;
  readonly icon: ReactNode;
  readonly name: string;
}

function Section({ to, exact = false, icon, name }: SectionProps) {
  return (
    <Link to={to} activeOptions={{ exact }} className={classes['link']}>
      {icon}
      {name}
    </Link>
  );
}

/** Scrolls the row so that the current section is in its middle. Not `scrollIntoView`, which may scroll the page too. */
function showCurrent(row: HTMLElement): void {
  const current = row.querySelector('[aria-current="page"]');
  if (!current) return;
  const middleOf = ({ left, width }: DOMRect) => left + width / 2;
  row.scrollLeft += middleOf(current.getBoundingClientRect()) - middleOf(row.getBoundingClientRect());
}
