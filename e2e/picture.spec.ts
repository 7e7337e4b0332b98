import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photoWithMetadata, bytesOf, redAndBlue, colourAt } from '../src/testing/users/pictures.ts';
import { expectSignedIn, arriveSignedIn } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';

const SECTION = { name: 'Picture', exact: true } as const;

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

/** The user's picture, or `null` while the page shows an initial. */
async function shownPicture(page: Page): Promise<Buffer | null> {
  const image = page.getByRole('region', SECTION).locator('img');
  if ((await image.count()) === 0) return null;
  const answer = await page.request.get((await image.getAttribute('src')) ?? '');
  expect(answer.status()).toBe(200);
  return answer.body();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a photo is cropped as chosen, and its location data are removed', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  await choose(page, 'photo.jpg', 'image/jpeg', Buffer.from(await photoWithMetadata('Ada Lovelace')));
  const dialog = page.getByRole('dialog', { name: 'Choose what is shown' });
  await expect(dialog).toBeVisible();
  // The rotated photo is red at the top and blue at the bottom. Moved and zoomed, only red is visible.
  await dialog.getByRole('application').focus();
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('+');
  for (let presses = 0; presses < 20; presses++) await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('status')).toHaveText(/0 to 38 % down/);
  await save(page);
  const picture = (await shownPicture(page)) ?? Buffer.alloc(0);
  expect(picture.includes('Ada Lovelace')).toBe(false);
  const { width, height, exif, format } = await sharp(picture).metadata();
  expect({ square: width === height, exif, format }).toEqual({ square: true, format: 'webp' });
  for (const y of [5, height - 5]) expect(await colourAt(picture, 20, y)).toBe('red');

  await page.reload();
  await expectSignedIn(page);
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/pictures\//);
  await expect(page.getByRole('region', SECTION).locator('img')).toBeVisible();
  expect(await shownPicture(page)).toEqual(picture);
});

test('a picture is moved by dragging, and chosen by dropping a file @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const bytes = [...(await bytesOf(redAndBlue(400, 200).png()))];
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], 'wide.png', { type: 'image/png' }));
    return transfer;
  }, bytes);
  const place = page.getByRole('region', SECTION);
  await place.dispatchEvent('dragover', { dataTransfer: data });
  await expect(place).toHaveAttribute('data-over', 'true');
  await place.dispatchEvent('drop', { dataTransfer: data });
  const frame = page.getByRole('dialog').getByRole('application');
  const box = await frame.boundingBox();
  if (!box) throw new Error('the frame is not there');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await save(page);
  // The picture was dragged to the right, so its left half is visible.
  const picture = (await shownPicture(page)) ?? Buffer.alloc(0);
  expect(await colourAt(picture, 180, 100)).toBe('red');
});

test('a removed upload is restored with "Undo", and the focus stays in its row @all', async ({
  page,
  person,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  await choose(page, 'wide.png', 'image/png', await redAndBlue(400, 200).png().toBuffer());
  await save(page);
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused();
  const path = await page.getByRole('region', SECTION).locator('img').getAttribute('src');

  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(page.getByText('Your picture is removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeFocused();
  expect((await page.request.get(path ?? '')).status(), 'the server keeps nothing').toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused();
  const picture = (await shownPicture(page)) ?? Buffer.alloc(0);
  const { width, height } = await sharp(picture).metadata();
  expect([await colourAt(picture, 10, 100), await colourAt(picture, 190, 100)]).toEqual(['red', 'blue']);
  expect([width, height]).toEqual([200, 200]);
});

test('a touch device is not told to drop a file @all', async ({ page, person, openPage }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const touchPage = await openPage({
    storageState: await page.context().storageState(),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  for (const [device, hint] of [
    [page, 1],
    [touchPage, 0],
  ] as const) {
    await device.goto('/account');
    await device.getByRole('button', { name: 'Change picture' }).click();
    await expect(device.getByText('A PNG, JPEG or WebP file.')).toBeVisible();
    await expect(device.getByText('You can also drop it here.').filter({ visible: true })).toHaveCount(hint);
  }
});

test('a failed upload shows an error in the dialog, and can be retried @all', async ({ page, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const data = { appCode: 'RATE_LIMITED', requestId: 'request-1', httpStatus: 429, retryAfter: 1 };
  const refusal = { status: 429, json: { error: { message: 'Too often.', code: -32_029, data } } };
  await page.route('**/trpc/profile.uploadPicture', (route) => route.fulfill(refusal), { times: 1 });
  await choose(page, 'wide.png', 'image/png', await redAndBlue(40, 20).png().toBuffer());
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(dialog.getByRole('alert')).toContainText('RATE_LIMITED');
  await save(page);
});

test('the picture dialog passes the layout checks in all sizes and colours @all', async ({
  page,
  person,
}) => {
  test.slow();
  await arriveSignedIn(page, 'Demo One', person.login);
  await expect(page.getByRole('region', SECTION)).toBeVisible();
  await inspect(page, 'picture');
  await choose(page, 'wide.png', 'image/png', await redAndBlue(400, 200).png().toBuffer());
  await expect(page.getByRole('dialog').getByRole('application')).toBeVisible();
  await inspect(page, 'picture-crop');
});
