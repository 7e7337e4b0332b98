import type { CSSProperties } from 'react';
import classes from './design.module.css';

interface TokenValue {
  /** With its two dashes. */
  readonly name: string;
  /** In the current color scheme. */
  readonly value: string;
}

/** The groups by the names of their tokens. All others are colours. */
const GROUPS = {
  'Type scale': /^--foyer-font-\d/,
  Fonts: /^--foyer-font/,
  Spacing: /^--foyer-space/,
  'Radius and shadow': /^--foyer-(?:radius|control-radius|shadow)/,
  Colours: /^--foyer-/,
} as const;
type Group = keyof typeof GROUPS;

/** From the style sheets of the page, so that a new token is shown without a change here. */
export function readTokens(): Partial<Record<Group, TokenValue[]>> {
  const style = getComputedStyle(document.documentElement);
  const names = new Set([...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].flatMap(namesIn)));
  const groups: Partial<Record<Group, TokenValue[]>> = {};
  for (const name of names) {
    const group = (Object.keys(GROUPS) as Group[]).find((each) => GROUPS[each].test(name));
    if (group) (groups[group] ??= []).push({ name, value: style.getPropertyValue(name).trim() });
  }
  return groups;
}

function namesIn(rule: CSSRule): string[] {
  return rule instanceof CSSStyleRule && rule.selectorText === ':root'
    ? [...rule.style].filter((name) => name.startsWith('--foyer-'))
    : [];
}

const SHOWN: Readonly<Record<Group, (value: string) => { text?: string; style: CSSProperties }>> = {
  'Type scale': (value) => ({ text: 'Sign in', style: { fontSize: value } }),
  Fonts: (value) => ({ text: 'Sign in 0123', style: { fontFamily: value } }),
  Spacing: (value) => ({ style: { inlineSize: value, background: 'var(--foyer-accent)' } }),
  'Radius and shadow': (value) => ({
    style: value.endsWith('px') ? { borderRadius: value } : { boxShadow: value },
  }),
  Colours: (value) => ({ style: { background: value } }),
};

export function Token({ name, value }: TokenValue) {
  const group = (Object.keys(GROUPS) as Group[]).find((each) => GROUPS[each].test(name)) ?? 'Colours';
  const { text, style } = SHOWN[group](value);
  return (
    <li className={classes['token']}>
      <span
        aria-hidden="true"
        className={text === undefined ? classes['swatch'] : classes['word']}
        style={style}
      >
        {text}
      </span>
      <code className={classes['code']}>{name}</code>
      <span className={classes['value']}>{value}</span>
    </li>
  );
}
