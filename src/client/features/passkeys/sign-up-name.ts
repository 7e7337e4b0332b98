import { tryStorage } from '../../storage.ts';

/** The mail's code knows only the address, so the next page sets the name that was typed. */
const KEY = 'foyer.sign-up-name';

export function keepSignUpName(name: string): void {
  tryStorage(() => (name === '' ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, name)));
}

/** Answers the name once. */
export function takeSignUpName(): string | null {
  return (
    tryStorage(() => {
      const name = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      return name;
    }) ?? null
  );
}
