/** Colours are `#rrggbb`. */
export const COLOUR = /^#[0-9a-f]{6}$/;
export const WHITE = '#ffffff';
export const BLACK = '#000000';

export function channelsOf(colour: string): [number, number, number] {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio": from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the second colour, from 0 to 1, in the first. */
export function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, index) =>
    Math.round(channel + ((others[index] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes in as little of `other` as `isEnough` needs. */
export function mixUntil(colour: string, other: string, isEnough: (mixed: string) => boolean): string {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(colour, other, percent / 100);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}
