import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

/** Long enough to read a caption, and to see where the next click goes. Milliseconds. */
const READ_MS = 3500;
const AIM_MS = 900;
const TYPE_MS = 120;

/** Records an animated picture of what a person does: a screenshot for each change that can be seen. */
export function startRecording(page: Page) {
  const frames: { readonly picture: Buffer; readonly shownMs: number }[] = [];
  let caption = '';

  async function show(shownMs: number): Promise<void> {
    await page.evaluate(drawCaption, caption);
    frames.push({ picture: await page.screenshot({ animations: 'disabled' }), shownMs });
  }

  return {
    /** Shows the page with a sentence about it. */
    async say(text: string): Promise<void> {
      caption = text;
      await show(READ_MS);
    },
    async type(field: Locator, text: string): Promise<void> {
      for (const piece of text.match(/.{1,3}/g) ?? []) {
        await field.pressSequentially(piece);
        await show(TYPE_MS);
      }
      await show(AIM_MS);
    },
    async click(target: Locator): Promise<void> {
      await target.scrollIntoViewIfNeeded();
      await target.evaluate(setOutline, '3px solid #e08a00');
      await show(AIM_MS);
      await target.evaluate(setOutline, '');
      await target.click();
    },
    /** Returns how long the picture is, in milliseconds. */
    async save(file: string): Promise<number> {
      await sharp(
        frames.map(({ picture }) => picture),
        { join: { animated: true } },
      )
        .gif({ delay: frames.map(({ shownMs }) => shownMs), colours: 128, dither: 0, effort: 10 })
        .toFile(file);
      return frames.reduce((sum, { shownMs }) => sum + shownMs, 0);
    },
  };
}

// These two run in the page, whose policy allows styles by script only as properties.

function drawCaption(text: string): void {
  const id = 'recording-caption';
  const bar = document.querySelector<HTMLElement>(`#${id}`) ?? document.createElement('div');
  bar.id = id;
  bar.textContent = text;
  Object.assign(bar.style, {
    position: 'fixed',
    inset: 'auto 0 0',
    width: '100vw',
    boxSizing: 'border-box',
    border: '0',
    zIndex: '2147483647',
    padding: '10px 24px',
    background: '#1b2b26',
    color: 'white',
    font: '600 17px/24px sans-serif',
    textAlign: 'center',
  });
  document.documentElement.append(bar);
  // Above open dialogs.
  bar.popover = 'manual';
  bar.hidePopover();
  bar.showPopover();
}

function setOutline(element: HTMLElement | SVGElement, outline: string): void {
  element.style.outline = outline;
  element.style.outlineOffset = outline && '2px';
}
