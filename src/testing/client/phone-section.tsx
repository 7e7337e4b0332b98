import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { anAccount } from './answers.ts';
import { renderApp, type Answers } from './render-app.tsx';

export const SENT = { e164: '+493012345678', international: '+49 30 12345678' };

/** A person in Germany. `languages`: those of the browser. */
export function openPhoneSection(
  phone: Answers['phone'],
  changes: Answers = {},
  languages: readonly string[] = ['en-DE'],
) {
  const spy = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const app = renderApp('/account', {
    accounts: { list: () => [anAccount()] },
    phone: { set: () => ({ ...SENT, resendAfter: 30 }), ...phone },
    ...changes,
  });
  return {
    ...app,
    [Symbol.dispose]() {
      app[Symbol.dispose]();
      spy.mockRestore();
    },
  };
}

export async function openPhoneForm(app: ReturnType<typeof openPhoneSection>): Promise<HTMLInputElement> {
  await app.user.click(await screen.findByRole('button', { name: /^(Add a|Change) phone number$/ }));
  return screen.findByLabelText('Phone number');
}
export const countryField = () => screen.getByRole('combobox', { name: 'Country' });
export const valueOf = (element: HTMLElement) => (element instanceof HTMLInputElement ? element.value : null);
