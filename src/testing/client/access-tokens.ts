import { screen, within } from '@testing-library/react';
import type { AccessToken } from '../../shared/schemas/access-tokens.ts';
import { renderApp, type Answers } from './render-app.tsx';

export const SECRET = `foyer_pat_${'s'.repeat(49)}`;

/** Opens the page of a person with these tokens. */
export function openTokens(
  list: AccessToken[] = [],
  changes: Answers['accessTokens'] = {},
  { query = '', ...options }: Parameters<typeof renderApp>[2] & { readonly query?: string } = {},
) {
  const accessTokens = { list: () => list, ownScopes: () => [], ...changes };
  return renderApp(`/account/access-tokens${query}`, { accessTokens }, options);
}

/** Opens the form, which suggests a name. */
export async function openForm(app: ReturnType<typeof renderApp>): Promise<HTMLElement> {
  await app.user.click(await screen.findByRole('button', { name: 'New token' }));
  return screen.findByRole('region', { name: 'New token' });
}

export async function openFormAs(app: ReturnType<typeof renderApp>, name: string) {
  const section = within(await openForm(app));
  // The name is selected, so typing replaces it.
  await app.user.keyboard(name);
  return section;
}
