import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Session } from '../client.ts';
import { Avatar } from './avatar.tsx';
import { sessionKey, useSession } from './hooks.ts';
import { useFoyer } from './provider.tsx';

/** What the button says, for another language. */
export interface AccountButtonLabels {
  readonly signIn: string;
  /** Told of the button beside the name. */
  readonly menu: string;
  readonly account: string;
  readonly signOut: string;
  readonly signingOut: string;
  readonly signOutFailed: string;
  /** In place of a name and an address. */
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
  /** After signing out; without it the page stays where it is. */
  readonly onSignedOut?: () => void;
}

/**
 * Picture and name of whoever is signed in, with a way to their account and out; a link to sign in for everybody else. Looks as
 * `foyer-auth/react.css` and its variables say.
 */
export function AccountButton({ labels, onSignedOut }: AccountButtonProps) {
  const { client } = useFoyer();
  const { data: session } = useSession();
  const words = { ...ENGLISH, ...labels };
  if (session === undefined)
    return <span className="foyer-account foyer-account--unknown" aria-hidden="true" />;
  if (session === null) {
    // Foyer takes people back to addresses of its own origin alone; elsewhere it keeps them.
    const here = `${window.location.pathname}${window.location.search}`;
    return (
      <a
        className="foyer-account__sign-in"
        href={`${client.url}/sign-in?callbackUrl=${encodeURIComponent(here)}`}
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

/** A disclosure (ARIA Authoring Practices): its few entries are an ordinary link and button, reached by Tab. */
function AccountMenu({ session: { user }, words, onSignedOut }: AccountMenuProps) {
  const { client } = useFoyer();
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState<'left' | 'right'>('right');
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
    // The panel grows towards the middle of the window, where there is room for it.
    const { left = 0, right = 0 } = box.current?.getBoundingClientRect() ?? {};
    setSide(left + right < document.documentElement.clientWidth ? 'left' : 'right');
    setOpen(!isOpen);
  };

  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is heard on its way up from the entries
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
        <p className="foyer-account__fault" role="alert">
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
    // What was this person's must not be shown to the next one. A question under way would bring the session back.
    await queryClient.cancelQueries({ queryKey: ['foyer', client.url] });
    queryClient.setQueryData(sessionKey(client.url), null);
    queryClient.removeQueries({ queryKey: ['foyer', client.url, 'accounts'] });
    await queryClient.invalidateQueries({ queryKey: ['foyer', client.url, 'providers'] });
    onSignedOut?.();
  };
  return { signOut, state };
}
