import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Session } from '../client.ts';
import { Avatar } from './avatar.tsx';
import { sessionKey, useSession } from './hooks.ts';
import { useFoyer } from './provider.tsx';
import { returnUrlOf } from './return-url.ts';

/** The words of the button, for other languages. */
export interface AccountButtonLabels {
  readonly signIn: string;
  /** Added to the name in the button's accessible name. */
  readonly menu: string;
  readonly account: string;
  readonly signOut: string;
  readonly signingOut: string;
  readonly signOutFailed: string;
  /** Shown for a user without name and address. */
  readonly nameless: string;
}

const ENGLISH: AccountButtonLabels = {
  signIn: 'Sign in',
  menu: 'account',
  account: 'Your account',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signOutFailed: 'You are still signed in. Try again.',
  nameless: 'Signed in',
};

export interface AccountButtonProps {
  readonly labels?: Partial<AccountButtonLabels>;
  /** Called after sign-out; by default the page stays. */
  readonly onSignedOut?: () => void;
}

/**
 * Shows picture and name of the signed-in user with links to the account and to sign out; otherwise a link to
 * sign in. `foyer-auth/react.css` and its variables define the style.
 */
export function AccountButton({ labels, onSignedOut }: AccountButtonProps) {
  const { client } = useFoyer();
  const { data: session } = useSession();
  const words = { ...ENGLISH, ...labels };
  if (session === undefined)
    return <span className="foyer-account foyer-account--unknown" aria-hidden="true" />;
  if (session === null) {
    return (
      <a
        className="foyer-account__sign-in"
        href={`${client.url}/sign-in?callbackUrl=${encodeURIComponent(returnUrlOf(client.url))}`}
      >
        {words.signIn}
      </a>
    );
  }
  return <AccountMenu session={session} words={words} onSignedOut={onSignedOut} />;
}

interface AccountMenuProps {
  readonly session: Session;
  readonly words: AccountButtonLabels;
  readonly onSignedOut: (() => void) | undefined;
}

/** A disclosure (ARIA Authoring Practices): its entries are a link and a button that Tab reaches. */
function AccountMenu({ session: { user }, words, onSignedOut }: AccountMenuProps) {
  const { client } = useFoyer();
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState<'start' | 'end'>('end');
  const { signOut, state } = useSignOut(onSignedOut);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const name = user.name ?? user.email ?? words.nameless;

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const toggle = () => {
    // The panel opens towards the middle of the window, where there is space.
    const { current } = box;
    if (current) {
      const { left, right } = current.getBoundingClientRect();
      const isOnTheLeft = left + right < document.documentElement.clientWidth;
      setSide(isOnTheLeft === (getComputedStyle(current).direction === 'rtl') ? 'end' : 'start');
    }
    setOpen(!isOpen);
  };

  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys that bubble from the entries
    <div ref={box} className="foyer-account" onKeyDown={closeByKey}>
      <button
        ref={button}
        type="button"
        className="foyer-account__button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={`${name}, ${words.menu}`}
        onClick={toggle}
      >
        <Avatar name={name} src={user.image === null ? null : `${client.url}${user.image}`} />
        <span className="foyer-account__name">{name}</span>
      </button>
      <div id={panelId} className={`foyer-account__panel foyer-account__panel--${side}`} hidden={!isOpen}>
        {user.email !== null && user.email !== name && <p className="foyer-account__address">{user.email}</p>}
        <a className="foyer-account__entry" href={`${client.url}/account`}>
          {words.account}
        </a>
        <button
          type="button"
          className="foyer-account__entry"
          aria-disabled={state === 'busy'}
          onClick={() => void signOut()}
        >
          {state === 'busy' ? words.signingOut : words.signOut}
        </button>
        <p className="foyer-account__error" role="alert">
          {state === 'failed' ? words.signOutFailed : null}
        </p>
      </div>
    </div>
  );
}

function useSignOut(onSignedOut: (() => void) | undefined) {
  const { client, queryClient } = useFoyer();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const signOut = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      await client.session.signOut.mutate();
    } catch {
      setState('failed');
      return;
    }
    setState('idle');
    // The next person must not see this data. A running query is cancelled, because it would restore the session.
    await queryClient.cancelQueries({ queryKey: ['foyer', client.url] });
    queryClient.setQueryData(sessionKey(client.url), null);
    queryClient.removeQueries({ queryKey: ['foyer', client.url, 'accounts'] });
    await queryClient.invalidateQueries({ queryKey: ['foyer', client.url, 'providers'] });
    onSignedOut?.();
  };
  return { signOut, state };
}
