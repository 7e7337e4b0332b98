import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import type { Session } from '../client.ts';
import { Avatar } from './avatar.tsx';
import { useSession } from './hooks.ts';
import { useFoyer } from './provider.tsx';
import { useSignOut } from './sign-out.ts';

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

/** The user's picture and name with a menu, or a link to sign in. `foyer-auth/react.css` has the style. */
export function AccountButton({ labels, onSignedOut }: AccountButtonProps) {
  const { data: session } = useSession();
  const words = { ...ENGLISH, ...labels };
  const hadFocus = useRef(false);
  if (session === undefined)
    return <span className="foyer-account foyer-account--unknown" aria-hidden="true" />;
  if (session === null) return <SignInLink hadFocus={hadFocus}>{words.signIn}</SignInLink>;
  return <AccountMenu session={session} words={words} onSignedOut={onSignedOut} hadFocus={hadFocus} />;
}

/** Whether a sign-out removed the menu while it had the focus. */
type HadFocus = RefObject<boolean>;

function SignInLink({ hadFocus, children }: { readonly hadFocus: HadFocus; readonly children: string }) {
  const { signInUrl } = useFoyer();
  const link = useRef<HTMLAnchorElement>(null);
  // Otherwise the focus returns to the top of the page, and a screen reader says nothing.
  useEffect(() => {
    if (hadFocus.current) link.current?.focus();
    hadFocus.current = false;
  }, [hadFocus]);
  // Not every browser reports `history.pushState`, so a click updates the address first.
  const refresh = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
    currentTarget.href = signInUrl();
  };
  return (
    <a
      ref={link}
      className="foyer-account__sign-in"
      href={signInUrl()}
      onPointerDown={refresh}
      onFocus={refresh}
      onClick={refresh}
    >
      {children}
    </a>
  );
}

interface AccountMenuProps {
  readonly session: Session;
  readonly words: AccountButtonLabels;
  readonly onSignedOut: (() => void) | undefined;
  readonly hadFocus: HadFocus;
}

/** A disclosure (ARIA Authoring Practices): Tab reaches its link and its button. */
function AccountMenu({ session: { user }, words, onSignedOut, hadFocus }: AccountMenuProps) {
  const { client } = useFoyer();
  const [isOpen, setOpen] = useState(false);
  const [side, setSide] = useState<'start' | 'end'>('end');
  const { mutate: signOut, isPending, isError } = useSignOut({ onSignedOut });
  const box = useRef<HTMLDivElement | null>(null);
  // React empties a ref before it removes the element. React 18 warns of a layout effect on a server.
  const keepBox = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) hadFocus.current = box.current?.contains(document.activeElement) ?? false;
      box.current = element;
    },
    [hadFocus],
  );
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
    // The panel opens towards the middle of the window.
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
    <div ref={keepBox} className="foyer-account" onKeyDown={closeByKey}>
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
          aria-disabled={isPending}
          onClick={() => isPending || signOut()}
        >
          {isPending ? words.signingOut : words.signOut}
        </button>
        <p className="foyer-account__error" role="alert">
          {isError ? words.signOutFailed : null}
        </p>
      </div>
    </div>
  );
}
