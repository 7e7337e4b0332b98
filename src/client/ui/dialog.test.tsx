import '../../testing/client/browser.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LanguageProvider } from '../language/language-provider.tsx';
import { loadTexts } from '../language/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

document.documentElement.lang = 'en';
const spoken = await loadTexts();

interface PageProps {
  /** What the dialog shows. The default is two buttons. */
  readonly content?: ReactNode;
  /** The button that opens the dialog goes away with it. */
  readonly openerGoes?: boolean;
}

function Page({ content, openerGoes = false }: PageProps) {
  const [opened, setOpened] = useState(false);
  const [isDone, setDone] = useState(false);
  const close = () => {
    setOpened(false);
    setDone(openerGoes);
  };
  return (
    <LanguageProvider first={spoken} keep={() => {}}>
      <h1 tabIndex={-1}>Devices</h1>
      {!isDone && <Button onClick={() => setOpened(true)}>Open</Button>}
      <Dialog opened={opened} title="Title" onClose={close}>
        {content ?? (
          <>
            <Button onClick={close}>Keep it</Button>
            <Button>Remove</Button>
          </>
        )}
      </Dialog>
    </LanguageProvider>
  );
}

async function openDialog(props: PageProps) {
  const { rerender } = render(<Page {...props} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return { user, rerender };
}

afterEach(cleanup);

const focused = () => document.activeElement;

test('a dialog with a field opens on its first field, not on a hidden one or a button above it', async () => {
  await openDialog({
    content: (
      <>
        <input hidden readOnly value="ada@example.com" />
        <Button>Help</Button>
        <input aria-label="Password" />
      </>
    ),
  });
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Password')));
});

test('a dialog without a field opens on its first button', async () => {
  await openDialog({});
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Keep it' })));
});

test('a dialog whose content loads later opens on its title, and then on the first field', async () => {
  const { rerender } = await openDialog({ content: <p>Loading</p> });
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Title' })));
  rerender(<Page content={<input aria-label="Password" />} />);
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Password')));
});

test('closing a dialog returns the focus to its opener', async () => {
  const { user } = await openDialog({});
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('closing a dialog whose opener is gone moves the focus to the heading of the page', async () => {
  const { user } = await openDialog({ openerGoes: true });
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading', { name: 'Devices' })));
});
