import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { ObjectId } from 'mongodb';
import { apiClient } from './support/access-token.ts';
import { signInAsAdministrator } from './support/administrators.ts';
import { assetPath } from './support/client-manifest.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { expectSignedIn, lookAt, openUserMenu, arriveSignedIn, signInWithoutPages } from './support/flows.ts';
import { inspect, removeFrames } from './support/inspect.ts';
import { userOfAccount } from './support/policy-flows.ts';

const focused = (page: Page) => page.locator(':focus');

test('an administrator finds a person by typing and suspends them, and their open page is signed out', async ({
  page,
  person,
  openPage,
  collections,
}) => {
  const other = makeUser();
  const theirs = await openPage();
  await arriveSignedIn(theirs, 'Demo One', other.login);
  await signInAsAdministrator(page, collections, person.login);

  await page.reload();
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(other.login);
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'One person on this page' })).toBeVisible();
  // One line, as high as a thing that a finger can hit.
  expect((await table.getByRole('row').last().boundingBox())?.height).toBeLessThan(46);
  // All columns have room.
  const scroller = page.getByRole('region', { name: 'Table: All people' });
  expect(await scroller.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await inspect(page, 'console-people');
  // A narrow screen folds the filters, apart from the chosen ones.
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const role = page.getByRole('combobox', { name: 'Role', exact: true, includeHidden: true });
  const state = page.getByRole('combobox', { name: 'State', exact: true, includeHidden: true });
  await page.getByRole('button', { name: 'Filters' }).click();
  await state.selectOption('Active');
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await expect(role).toBeHidden();
  await page.getByRole('button', { name: 'Clear filter: State' }).click();
  await expect(state).toBeHidden();
  await expect(focused(page)).toHaveText('Filters');
  // It has the boxes only after "Select".
  const box = table.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(box).toBeHidden();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await box.check();
  await page.getByRole('group', { name: 'One person selected' }).getByText('More').click();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeInViewport({ ratio: 1 });
  await inspect(page, 'console-selection');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  if (wide) await page.setViewportSize(wide);
  await expect(role).toBeVisible();
  // Beside the link of its name, the whole row opens the person.
  await table.getByRole('cell', { name: 'Active' }).click();

  await expect(page.getByRole('tabpanel', { name: 'Sign-in methods' }).getByText('Demo One')).toBeVisible();
  await page.getByRole('tab', { name: 'Devices' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Devices' }).getByText('Chrome on Linux')).toBeVisible();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Activity' }).getByText(/^Signed in/)).toBeVisible();
  await inspect(page, 'console-person');

  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend this person?' });
  await dialog.getByLabel('Reason').fill('Sends spam');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('The person is suspended.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Sends spam')).toBeVisible();
  await page.getByRole('tab', { name: 'Devices' }).click();
  await expect(page.getByText('This person is signed in nowhere.')).toBeVisible();

  await lookAt(theirs);
  await expect(theirs).toHaveURL(/\/sign-in\?/);

  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('link', { name: 'What administrators did to this account' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: /suspended .* · Sends spam/ });
  await page.getByText(/^Person: /).click();
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeVisible();
  await inspect(page, 'console-audit-log');
  await page.keyboard.press('Escape');
  // Beside the links of its sentence, the whole entry opens its panel.
  await entry.click({ position: { x: 4, y: 4 } });
  const panel = page.getByRole('dialog', { name: 'Suspended a person' });
  await expect(panel.getByText('suspension.reason')).toBeVisible();
  await inspect(page, 'console-audit-changes');
  await page.reload();
  await expect(panel.getByText('suspension.reason')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry.getByRole('link', { name: /^Details/ })).toBeFocused();

  await page.goBack();
  await page.getByRole('button', { name: 'End suspension' }).click();
  // The toast does not take the focus. F6 leads to its "Undo", and the focus goes back to the page.
  const toast = page.locator('[aria-live=polite]').getByRole('listitem');
  await expect(toast).toContainText('The suspension is ended');
  await page.keyboard.press('F6');
  await expect(focused(page)).toHaveText('Undo');
  await inspect(page, 'console-toast');
  await page.keyboard.press('Enter');
  await expect(toast).toContainText('The change is undone.');
  await expect(page.getByRole('alert').getByText('Sends spam')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End suspension' })).toBeFocused();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('link', { name: 'What administrators did to this account' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: / suspended .* · Sends spam/ })).toHaveCount(2);
});

test('an administrator goes from the overview to a person by the keyboard alone', async ({
  page,
  person,
  openPage,
  collections,
}) => {
  const other = makeUser();
  await arriveSignedIn(await openPage(), 'Demo One', other.login);
  await signInAsAdministrator(page, collections, person.login);
  // The server stores who was active each second.
  const _id = (await userOfAccount(collections, 'demo-one', person.login)) ?? new ObjectId();
  await expect
    .poll(async () => (await collections.users.findOne({ _id }))?.lastActiveAt)
    .toBeInstanceOf(Date);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${await assetPath('admin/palette/console-palette.tsx')}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await page.keyboard.press('Control+k');
  // Until the palette is loaded, a dialog keeps the keys from the page.
  await expect(page.getByRole('dialog', { name: 'Loading' })).toBeVisible();
  await page.keyboard.type('gp');
  release();
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await expect(page).toHaveURL(/\/admin$/);
  await inspect(page, 'console-palette');
  await page.keyboard.type(other.login);
  const found = page.getByRole('group', { name: 'People' }).getByRole('option');
  await expect(found.and(page.getByRole('option', { selected: true }))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/people\/\w+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
  const row = page.getByRole('table').getByRole('link').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  const address = await row.getAttribute('href');
  await page.keyboard.press('?');
  await inspect(page, 'console-shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address ?? '');
});

test('an administrator sees a draft of a brand on a page and downloads its folder', async ({
  page,
  person,
  collections,
}) => {
  await signInAsAdministrator(page, collections, person.login);
  await page.goto('/admin/brand');
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#8a2be2');
  await page.getByRole('textbox', { name: 'Title of the sign-in page' }).fill('Welcome back');
  for (const [scheme, colour] of [
    ['light', 'rgb(245, 246, 244)'],
    ['dark', 'rgb(16, 20, 19)'],
  ] as const) {
    const frame = page.frameLocator(`iframe[title="Sign-in page, ${scheme}"]:not([data-waiting])`);
    await expect(frame.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(frame.locator('body')).toHaveCSS('background-color', colour);
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download folder' }).click();
  const files = unzipSync(await readFile(await (await download).path()));
  expect(Object.keys(files)).toEqual(['brand/tokens.css', 'brand/words/en.json', 'brand.env']);
  expect(strFromU8(files['brand/tokens.css'] ?? new Uint8Array())).toContain('--foyer-accent: #8a2be2;');
  await removeFrames(page);
  await inspect(page, 'console-brand');
});

test('an administrator who gives up the role leaves these pages @all', async ({
  page,
  person,
  collections,
}) => {
  const id = await signInAsAdministrator(page, collections, person.login);
  // Somebody else stays an administrator.
  await collections.administrators.updateOne(
    { _id: 'administrators' },
    { $addToSet: { members: new ObjectId() } },
  );
  await page.goto(`/admin/people/${id.toHexString()}`);
  await page.getByRole('button', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the roles' });
  await dialog.getByRole('checkbox', { name: 'Administrator' }).uncheck();
  await inspect(page, 'console-roles');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Only for administrators' })).toBeVisible();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expectSignedIn(page);
  await openUserMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
});

test('an administrator acts as a person, reads on their page that they do, and comes back', async ({
  page,
  person,
  openPage,
  collections,
}) => {
  const other = makeUser();
  await arriveSignedIn(await openPage(), 'Demo One', other.login);
  const id = await userOfAccount(collections, 'demo-one', other.login);
  const administratorId = await signInAsAdministrator(page, collections, person.login);
  await page.goto(`/admin/people/${id?.toHexString()}`);
  await page.getByRole('button', { name: 'Act as this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act as this person' });
  await expect(dialog.getByText('You cannot change anything in their account.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They asked for help');
  await dialog.getByRole('button', { name: 'Start' }).click();

  await expect(page).toHaveURL('/account');
  const banner = page.getByRole('region', { name: 'Acting as another person' });
  await expect(banner.getByText(/^You act as /)).toBeVisible();
  const userId = async () => (await apiClient(page.request).session.get.query())?.user.id;
  expect(await userId()).toBe(id?.toHexString());
  await inspect(page, 'acting-as-a-person');

  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page).toHaveURL(`/admin/people/${id?.toHexString()}`);
  await expect(page.getByRole('button', { name: 'Act as this person' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(await userId()).toBe(administratorId.toHexString());
});

test('the overview counts the sign-ins of today, and a failed job can be tried again @all', async ({
  page,
  person,
  collections,
}) => {
  await signInAsAdministrator(page, collections, person.login);
  await page.goto('/admin');
  const chart = page.getByRole('region', { name: 'Sign-ins by method', exact: true });
  await chart.getByText('Show as a table').click();
  await expect(chart.getByRole('columnheader', { name: 'Demo One' })).toBeVisible();
  const values = chart.locator('[class*=values]');
  const slider = chart.getByRole('slider', { name: 'Sign-ins by method' });
  await slider.focus();
  await expect(values.getByText('Demo One')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /: none$/);
  await page.keyboard.press('Tab');
  await expect(values).toHaveCount(0);
  // The middle of the plot is two weeks ago.
  await slider.hover();
  await expect(values).toBeVisible();
  // A press chooses the day that the pointer shows.
  const plot = await slider.boundingBox();
  if (!plot) throw new Error('the chart is not drawn');
  // The middle of one of the thirty days.
  await page.mouse.move(plot.x + (plot.width * 3.5) / 30, plot.y + plot.height / 2);
  const pointed = (await values.locator('p').textContent()) ?? '';
  await page.mouse.down();
  await page.mouse.up();
  await expect(slider).toHaveAttribute('aria-valuetext', `${pointed}: none`);
  await inspect(page, 'console-overview');
  await page.goto('/admin/service-keys');
  await page.getByRole('button', { name: 'New service key' }).click();
  await inspect(page, 'console-new-service-key');
  await page.goto('/admin');

  const _id = new ObjectId();
  const day = new Date();
  await collections.jobs.insertOne({
    _id,
    kind: 'unfinished-sign-in',
    userId: new ObjectId(),
    // An unreadable job is given up again.
    payload: 'unreadable',
    attempts: 12,
    failure: 'the call to the outside failed: timeout',
    runAt: null,
    failedAt: day,
    createdAt: day,
  });
  await page.getByRole('link', { name: 'Failed jobs' }).first().click();
  await expect(page.getByText('Tried 12 times')).toBeVisible();
  await inspect(page, 'console-failed-jobs');
  await page.getByRole('button', { name: /^Try again: Report a sign-in/ }).click();
  await expect(focused(page)).toHaveText('The job runs again.');
  expect(await collections.audit.countDocuments({ action: 'job-retried', 'subject.id': _id })).toBe(1);
  await collections.jobs.deleteOne({ _id });
});

test('nobody else loads anything of the console', async ({ page, person }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/account/activity');
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const layout = await assetPath('admin/layout.tsx');
  expect(scripts).not.toContain(layout);
  // The page is public. The server refuses its data.
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Only for administrators' })).toBeVisible();
  expect(scripts).toContain(layout);
  const refused = await page.request.get('/trpc/users.list');
  expect(refused.status()).toBe(403);
});
