/** A text of a mail. Colours are `#rrggbb`. */
export interface ColouredText {
  readonly text: string;
  readonly colour: string;
  readonly background: string;
}

/** Needs the `jsdom` environment. */
export function parseMail(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

export function wordsOf(element: Element | null): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const line of copy?.querySelectorAll('br') ?? []) line.replaceWith(' ');
  return (copy?.textContent ?? '').replace(/[ \n]+/g, ' ').trim();
}

/** Each text of a mail with its colours in a scheme, by inline styles and the dark style sheet. */
export function colouredTexts(mail: Document, scheme: 'light' | 'dark'): ColouredText[] {
  const sheet = mail.querySelector('style')?.textContent ?? '';
  const overrides = [...sheet.matchAll(/\.([\w-]+) \{([^}]*)\}/g)].map(
    ([, name = '', declarations = '']) => [name, declarations] as const,
  );
  const valueOf = (element: Element, property: 'color' | 'background-color'): string | undefined => {
    const dark = overrides.filter(([name]) => scheme === 'dark' && element.classList.contains(name));
    const declarations = [element.getAttribute('style') ?? '', ...dark.map(([, each]) => each)];
    const pattern = new RegExp(`(?:^|[;\\s])${property}: (#[0-9a-f]{6})\\b`);
    return declarations.flatMap((each) => pattern.exec(each)?.[1] ?? []).at(-1);
  };
  const nearest = (start: Element, property: 'color' | 'background-color'): string => {
    for (let element: Element | null = start; element; element = element.parentElement) {
      const value = valueOf(element, property);
      if (value !== undefined) return value;
    }
    throw new Error(`"${wordsOf(start)}" has no ${property}`);
  };
  return [...mail.body.querySelectorAll('*')].flatMap((element) => {
    const text = [...element.childNodes]
      .map((node) => (node.nodeType === 3 ? (node.nodeValue ?? '') : ''))
      .join('')
      .trim();
    if (text === '') return [];
    return [{ text, colour: nearest(element, 'color'), background: nearest(element, 'background-color') }];
  });
}

/** WCAG 2.2, contrast ratio. */
export function contrastOf({ colour, background }: Pick<ColouredText, 'colour' | 'background'>): number {
  const [darker = 0, lighter = 0] = [luminanceOf(colour), luminanceOf(background)].sort(
    (one, other) => one - other,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Changes light colours to dark ones and back, but not the hue, as mail programs do in dark mode. */
export function invertLightness(colour: string): string {
  const channels = channelsOf(colour);
  const shift = 255 - Math.max(...channels) - Math.min(...channels);
  return `#${channels.map((channel) => (channel + shift).toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
