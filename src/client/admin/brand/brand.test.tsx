import { fireEvent, screen, waitFor } from '@testing-library/react';
import { unzipSync, strFromU8 } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/router.ts';
import type { BrandDraft, PresentBrand } from '../../../shared/schemas/brand.ts';
import { openConsole } from '../../../testing/client/console-answers.ts';
import { zipBrand } from './zip-brand.ts';

const PRESENT: PresentBrand = {
  name: 'Example',
  accent: { light: '#1f6a57', dark: '' },
  radius: '10px',
  files: { logo: ['logo.svg', 'logo.png'], 'logo-dark': [], font: [] },
  words: [
    { locale: 'en', word: 'words/signIn.title', text: 'Sign in' },
    { locale: 'de', word: 'words/signIn.title', text: 'Anmelden' },
  ],
};
const NO_FILES = { logo: null, 'logo-dark': null, font: null };

type Checked = inferRouterOutputs<AppRouter>['administration']['checkBrand'];

const checked = (faults: Checked['faults']): Checked => ({
  faults,
  tokens: { light: { accent: '#1f6a57' }, dark: { accent: '#2a7f68' } },
  contrasts: [],
  environment: ['APP_NAME="Example"', 'BRAND_DIR=brand'],
});

/** The forms of the previews, by the names of their frames. */
let posted: Map<string, Record<string, string>>;
beforeEach(() => {
  posted = new Map();
  // jsdom loads no frame.
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    posted.set(this.target, Object.fromEntries(new FormData(this)) as Record<string, string>);
  });
});

const openStudio = (faultsOf: (draft: BrandDraft) => Checked['faults'] = () => []) =>
  openConsole('/admin/brand', {
    administration: {
      brand: () => PRESENT,
      checkBrand: (draft) => checked(faultsOf(draft)),
      brandFolder: () => ({ files: [], environment: [] }),
    },
  });

const field = (name: string) => screen.findByRole('textbox', { name });

async function replace(app: ReturnType<typeof openStudio>, name: string, text: string): Promise<void> {
  await app.user.clear(await field(name));
  await app.fill(await field(name), text);
}

test('a change is checked after a pause, and then shown in both schemes and the chosen language', async () => {
  using app = openStudio();
  await replace(app, 'Accent', '#8a2be2');
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  await replace(app, 'Title of the sign-in page', 'Guten Tag');
  const draft = {
    name: 'Example',
    accent: { light: '#8a2be2', dark: '' },
    radius: null,
    files: NO_FILES,
    words: [{ locale: 'de', word: 'words/signIn.title', text: 'Guten Tag' }],
  };
  await waitFor(() => expect(app.inputsOf('administration.checkBrand').at(-1)).toEqual(draft));
  await waitFor(() =>
    expect(
      [...posted.values()].slice(-2).map(({ draft: text = '', ...fields }) => [fields, JSON.parse(text)]),
    ).toEqual([
      [{ view: 'sign-in', scheme: 'light', locale: 'de' }, draft],
      [{ view: 'sign-in', scheme: 'dark', locale: 'de' }, draft],
    ]),
  );
});

test('a fault is at its field, keeps what was typed, and takes the focus instead of a download', async () => {
  using app = openStudio(({ accent }) =>
    accent?.light === '#fefefe' ? [{ field: 'accent', kind: 'contrast', wrong: 'is hard to see' }] : [],
  );
  const accent = await field('Accent');
  await replace(app, 'Accent', '#fefefe');
  await waitFor(() => expect(accent.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(/^This colour is hard to see/)).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Download folder' }));
  expect(document.activeElement).toBe(accent);
  expect(app.inputsOf('administration.brandFolder')).toEqual([]);
  expect(accent).toHaveProperty('value', '#fefefe');
});

test('a download waits for the check of what was typed last', async () => {
  using app = openStudio(({ accent }) =>
    accent?.light === '#fefefe' ? [{ field: 'accent', kind: 'contrast', wrong: 'is hard to see' }] : [],
  );
  const accent = await field('Accent');
  await screen.findByText(/APP_NAME/);
  fireEvent.change(accent, { target: { value: '#fefefe' } });
  await app.user.click(screen.getByRole('button', { name: 'Download folder' }));
  await waitFor(() => expect(document.activeElement).toBe(accent));
  expect(accent.getAttribute('aria-invalid')).toBe('true');
  expect(app.inputsOf('administration.brandFolder')).toEqual([]);

  fireEvent.change(accent, { target: { value: '#8a2be2' } });
  await waitFor(() => expect(accent.getAttribute('aria-invalid')).not.toBe('true'));
  await app.user.click(screen.getByRole('button', { name: 'Download folder' }));
  await waitFor(() =>
    expect(app.inputsOf('administration.brandFolder')).toMatchObject([{ accent: { light: '#8a2be2' } }]),
  );
});

test('files that are too many or cannot be read are a fault at their field', async () => {
  using app = openStudio();
  await field('Accent');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no field for the logo');
  const files = ['svg', 'png', 'webp', 'svg'].map((ending, index) => new File([''], `${index}.${ending}`));
  await app.user.upload(input, files);
  await screen.findByText('Choose at most three files.');
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function fail(this: FileReader) {
    this.dispatchEvent(new ProgressEvent('error'));
  });
  await app.user.upload(input, new File(['<svg/>'], 'gone.svg'));
  await screen.findByText('This file could not be read. Choose it again.');
  expect(screen.getByText('logo.svg, logo.png')).toBeDefined();
  vi.restoreAllMocks();
});

test('a file that is too large is not sent, and the former one stays', async () => {
  using app = openStudio();
  await field('Accent');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no field for the logo');
  await app.user.upload(input, new File([new Uint8Array(200_001)], 'large.svg'));
  await screen.findByText('A file may have at most 200 kB.');
  expect(screen.getByText('logo.svg, logo.png')).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Download folder' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose: Logo' }));

  await app.user.upload(input, new File(['<svg/>'], 'small.svg'));
  await screen.findByText('small.svg');
  expect(screen.queryByText('A file may have at most 200 kB.')).toBeNull();
  await waitFor(() =>
    expect(app.inputsOf('administration.checkBrand').at(-1)).toMatchObject({
      files: { ...NO_FILES, logo: [{ name: 'small.svg', content: btoa('<svg/>') }] },
    }),
  );
});

test('the archive has the folder, and the lines of .env beside it', () => {
  const zip = zipBrand({
    files: [{ path: 'words/en.json', content: btoa('{}') }],
    environment: ['BRAND_DIR=brand'],
  });
  const files = Object.entries(unzipSync(zip)).map(([name, content]) => [name, strFromU8(content)]);
  expect(files).toEqual([
    ['brand/words/en.json', '{}'],
    ['brand.env', 'BRAND_DIR=brand\n'],
  ]);
});
