import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import button from './button.module.css';

const spruce: MantineColorsTuple = [
  '#eef7f4',
  '#d9ede6',
  '#b3dbce',
  '#87c6b2',
  '#66b59e',
  '#3d967d',
  '#2a7f68',
  '#1f6a57',
  '#175546',
  '#0f4034',
];

/** Mantine draws text with the light end of `dark`, borders with 4, controls with 6 and surfaces with 7. */
const dark: MantineColorsTuple = [
  '#dde3e1',
  '#bcc5c2',
  '#98a39f',
  '#717c78',
  '#3d4744',
  '#303836',
  '#242b29',
  '#1a201e',
  '#111514',
  '#0b0e0d',
];

export const theme = createTheme({
  colors: { spruce, dark },
  primaryColor: 'spruce',
  // White text keeps a contrast of 4.5:1 on both.
  primaryShade: { light: 7, dark: 6 },
  black: '#16201d',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  radius: { md: '10px', lg: '18px' },
  respectReducedMotion: true,
  components: {
    Button: { classNames: { root: button['root'], label: button['label'] } },
  },
});

/** Mantine's own dimmed, error and placeholder colours stay below a contrast of 4.5:1 on white; these do not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#59635f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#6b7571',
    '--mantine-color-default-border': '#cfd4d1',
    '--mantine-color-disabled': '#eceeec',
    '--mantine-color-disabled-color': '#66706c',
  },
  dark: {
    '--mantine-color-body': '#1a201e',
    '--mantine-color-anchor': '#87c6b2',
    '--mantine-color-dimmed': '#a3aeaa',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-placeholder': '#8d9894',
    '--mantine-color-default-border': '#3d4744',
    '--mantine-color-disabled': '#242b29',
    '--mantine-color-disabled-color': '#98a39f',
  },
});
