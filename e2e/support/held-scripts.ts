import { expect, type Page } from '@playwright/test';

export const SCRIPTS = /\/assets\/[^/]*\.js$/;

/** Holds the requests of these addresses. Call the result to release them. */
export async function hold(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(url, async (route) => {
    await held;
    // A request may be held for two reasons.
    await route.fallback();
  });
  return letGo;
}

/** Opens a page with held scripts. The result releases them and waits for hydration. */
export async function openWithHeldScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const letGo = await hold(page, SCRIPTS);
  // The load event waits for the scripts.
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main'), 'painted with its styles').not.toHaveCSS(
    'border-top-left-radius',
    '0px',
  );
  return async () => {
    letGo();
    await untilInteractive(page);
  };
}

/** A hydrated form has `novalidate`, because the server checks it. */
export async function untilInteractive(page: Page): Promise<void> {
  await expect(page.locator('form[novalidate]').first()).toBeAttached();
}

/** Opens a signed-out page with the account application's scripts held. Call the result to release them. */
export async function openWithHeldApplication(page: Page, path: string): Promise<() => void> {
  const html = await (await page.request.get(path)).text();
  const [, data = '{}'] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  const { applicationFiles } = JSON.parse(data) as { readonly applicationFiles: readonly string[] };
  const scripts = applicationFiles.filter((file) => file.endsWith('.js') && !html.includes(`href="${file}"`));
  expect(scripts).not.toEqual([]);
  const letGo = await hold(page, ({ pathname }) => scripts.includes(pathname));
  await page.goto(path);
  return letGo;
}
