import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Session } from '../../shared/schemas/session.ts';
import { useTexts } from '../language/texts.ts';
import { targetOf } from '../ui/arrow-keys.ts';
import { useBrand } from '../ui/brand.ts';
import { AdministrationIcon, BackIcon, LeaveIcon, UserIcon } from '../ui/icons.tsx';
import classes from './user-menu.module.css';
import { UserPicture } from '../ui/user-picture.tsx';

type Focused = 'first' | 'last';

interface UserMenuProps {
  readonly user: Session['user'];
  readonly isAdministrator: boolean;
}

/** The pattern "Menu Button" of the ARIA Authoring Practices Guide. */
export function UserMenu({ user, isAdministrator }: UserMenuProps) {
  const texts = useTexts().account;
  const { name: appName, appUrl } = useBrand();
  const name = user.name ?? user.email;
  const boxId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  /** The path where the menu was opened, and the item to focus. A navigation closes the menu. */
  const [opened, setOpened] = useState<{ readonly at: string; readonly focused: Focused } | null>(null);
  const isOpen = opened?.at === path;
  const open = (focused: Focused) => setOpened({ at: path, focused });
  const close = () => setOpened(null);
  // Otherwise the menu would open by itself when the person comes back to this path.
  if (opened !== null && !isOpen) close();
  const leave = () => {
    // On the same page nothing else takes the focus from the item, which goes away.
    button.current?.focus();
    close();
  };

  useEffect(() => {
    if (!isOpen) return;
    const items = itemsOf(menu.current);
    items.at(opened.focused === 'first' ? 0 : -1)?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpened(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen, opened]);

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      // The browser moves the focus on from the button, because the item that has it goes away.
      button.current?.focus();
      close();
      return;
    }
    const items = itemsOf(menu.current);
    const target = targetOf(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (target === null) return;
    event.preventDefault();
    items.at(target)?.focus();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <div ref={place} className={classes['place']} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={classes['button']}
        aria-label={texts.menu(name ?? '')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? boxId : undefined}
        onClick={() => (isOpen ? close() : open('first'))}
        onKeyDown={onButtonKey}
      >
        <span className={classes['name']}>{name}</span>
        <UserPicture id={user.id} name={name} image={user.image} size="small" />
      </button>
      {isOpen && (
        <div className={classes['box']}>
          <div id={`${boxId}-user`} className={classes['user']}>
            {user.name !== null && <p className={classes['userName']}>{user.name}</p>}
            {user.email !== null && <p className={classes['email']}>{user.email}</p>}
          </div>
          <div
            ref={menu}
            id={boxId}
            role="menu"
            tabIndex={-1}
            aria-label={texts.menu(name ?? '')}
            aria-describedby={`${boxId}-user`}
            onKeyDown={onMenuKey}
          >
            <Link to="/account" role="menuitem" tabIndex={-1} className={classes['item']} onClick={leave}>
              <UserIcon />
              {texts.yourAccount}
            </Link>
            {isAdministrator && (
              <Link to="/admin" role="menuitem" tabIndex={-1} className={classes['item']} onClick={leave}>
                <AdministrationIcon />
                {texts.administration}
              </Link>
            )}
            {appUrl !== null && (
              <a href={appUrl} role="menuitem" tabIndex={-1} className={classes['item']}>
                <BackIcon />
                {texts.back(appName)}
              </a>
            )}
            <Link to="/sign-out" preload={false} role="menuitem" tabIndex={-1} className={classes['item']}>
              <LeaveIcon />
              {texts.signOut}
            </Link>
          </div>
        </div>
      )}
    </div>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
