import type { CDPSession, Page } from '@playwright/test';

/** A control, and where it stands before anything is scrolled. */
interface Control {
  readonly name: string;
  /** The landmark around it, because a page may have columns. */
  readonly area: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** One stop of the Tab key. */
interface Stop {
  /** The place among the controls, which are in the order of the document. */
  readonly index: number;
  readonly name: string;
  readonly isVisible: boolean;
}

interface Recorder {
  readonly controls: readonly Control[];
  readonly stops: Stop[];
  readonly isRightToLeft: boolean;
}

/** A date field has a stop for each of its parts. */
const INNER_STOPS = 8;

/** A link on the line of a field's label may come after the field. */
const LABEL_LINE = 48;

/**
 * Presses Tab from the first control of the page, or of its open dialog, to the last one. Each control must
 * be reached once, in the order of reading, and show that it has the focus.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const faults = await tabThrough(page);
  // A control may have appeared after the list of controls was made, such as that for passkeys. A fault of
  // the page is found again.
  return faults.length > 0 ? tabThrough(page) : faults;
}

async function tabThrough(page: Page): Promise<string[]> {
  // Browsers show the focus that a script sets only after a key was pressed.
  await page.keyboard.press('Tab');
  const recorder = await page.evaluateHandle((): Recorder => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    const isReachable = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert]');
    const found = [
      ...root.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]',
      ),
    ].filter(isReachable);
    // Tab stops once at a group of radio buttons: at the chosen one, or else at the first.
    const groupOf = (element: HTMLElement) =>
      element instanceof HTMLInputElement && element.type === 'radio'
        ? found.filter(
            (each) => each instanceof HTMLInputElement && each.type === 'radio' && each.name === element.name,
          )
        : [element];
    const elements = found.filter((element) => {
      const group = groupOf(element);
      return element === (group.find((each) => (each as HTMLInputElement).checked) ?? group[0]);
    });
    const nameOf = (element: HTMLElement) => element.outerHTML.replace(/>[\s\S]*/, '>').slice(0, 160);
    const stops: Stop[] = [];
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      // Slots may be drawn over a field.
      const slots = element.nextElementSibling?.matches('[aria-hidden=true]')
        ? [...element.nextElementSibling.children]
        : [];
      const isVisible = [element, ...slots].some((each) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      });
      stops.push({ index: elements.indexOf(element), name: nameOf(element), isVisible });
    });
    const controls = elements.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const area = element.closest('main, nav, header, footer, dialog')?.tagName ?? 'BODY';
      return { name: nameOf(element), area, left, right, top, bottom };
    });
    // The page may have focused a field of its own.
    elements[0]?.blur();
    elements[0]?.focus();
    return {
      controls,
      stops,
      isRightToLeft: getComputedStyle(document.body).direction === 'rtl',
    };
  });
  const { controls, isRightToLeft } = await recorder.jsonValue();
  await pressTab(page, controls.length - 1);
  let { stops } = await recorder.jsonValue();
  for (let more = 0; more < INNER_STOPS && stops.at(-1)?.index !== controls.length - 1; more++) {
    await page.keyboard.press('Tab');
    ({ stops } = await recorder.jsonValue());
  }
  await recorder.dispose();
  return [
    ...controls.flatMap(({ name }, index) => {
      const times = stops.filter((stop) => stop.index === index).length;
      return times === 1 ? [] : [`Tab reaches ${times} times: ${name}`];
    }),
    ...stops.filter(({ index }) => index === -1).map(({ name }) => `Tab reaches what is no control: ${name}`),
    ...stops.filter(({ isVisible }) => !isVisible).map(({ name }) => `no focus is shown at ${name}`),
    ...controls.flatMap((control, index) => {
      const before = controls[index - 1];
      return before && control.area === before.area && goesBack(before, control, isRightToLeft)
        ? [`Tab goes back from ${before.name} to ${control.name}`]
        : [];
    }),
  ];
}

/** They end with their pages. To detach one would end the virtual authenticator of another session. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

function protocolOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/**
 * Presses Tab `times` times. The browser gets all keys at once, because waiting for each takes most of the
 * time of a test.
 */
async function pressTab(page: Page, times: number): Promise<void> {
  const protocol = await protocolOf(page);
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  await Promise.all(
    Array.from({ length: Math.max(0, times) }, () => [
      protocol.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
      protocol.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]).flat(),
  );
}

/** Whether a reader meets the second one before the first one: beside it, or above it in the same column. */
function goesBack(first: Control, second: Control, isRightToLeft: boolean): boolean {
  const overlap = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  const isAhead = isRightToLeft ? second.right <= first.right : second.left >= first.left;
  if (overlap > Math.min(first.bottom - first.top, second.bottom - second.top) / 2) return !isAhead;
  const isNextColumn = isAhead && (second.left >= first.right || second.right <= first.left);
  return second.bottom <= first.top - LABEL_LINE && !isNextColumn;
}
