import { screen, within } from '@testing-library/react';
import type { AccessToken } from '../../shared/schemas/access-tokens.ts';
import type { Answers, renderApp } from './render-app.tsx';

export const ACCESS_TOKENS = '/account/access-tokens';
export const SECRET = `foyer_pat_${'s'.repeat(49)}`;

export function withTokens(list: AccessToken[], changes: Answers['accessTokens'] = {}): Answers {
  return { accessTokens: { list: () => list, ownScopes: () => [], ...changes } };
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
