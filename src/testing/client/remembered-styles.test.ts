// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { rememberStyles } from './remembered-styles.ts';

const NAMES =
  'a article audio b body br button canvas caption code datalist dd details dialog div dt em embed fieldset ' +
  'figure footer form h1 h3 header hr i iframe img input label legend li link main mark menu meta meter nav ' +
  'noscript object ol optgroup option output p path picture pre progress rp rt script section select slot ' +
  'small span strong sub summary svg table tbody td template textarea tfoot th thead title tr ul use video';
const view = document.defaultView ?? window;

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

function styleOf(element: Element) {
  const style = view.getComputedStyle(element);
  const byName = style.getPropertyValue('display') + style.getPropertyValue('visibility');
  return [style.display + style.visibility, byName, style.pointerEvents];
}

/** The styles of all elements by jsdom and as remembered, twice. */
function stylesInBody() {
  const elements = [...document.body.querySelectorAll('*')];
  const shown = () => elements.map((each) => [each.outerHTML, ...styleOf(each)]);
  const expected = shown();
  const restore = rememberStyles(view);
  const remembered = [shown(), shown()];
  restore();
  return { expected, remembered };
}

it.each<Record<string, string>>([
  {},
  { hidden: '' },
  { hidden: 'until-found' },
  { open: '' },
  { popover: '' },
  { type: 'hidden' },
  { style: 'display: flex; pointer-events: none' },
  { style: 'visibility: hidden' },
])('with %j each element is displayed and visible as jsdom says', (attributes) => {
  for (const name of NAMES.split(' ')) {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(document.createElement('span'));
    document.body.append(element);
  }
  const { expected, remembered } = stylesInBody();
  expect(remembered).toEqual([expected, expected]);
});

it('is displayed as jsdom says where the place decides', () => {
  document.body.innerHTML = '<summary>one</summary><details><summary>two</summary></details>';
  const { expected, remembered } = stylesInBody();
  expect(expected.map(([, style]) => style)).toEqual(['blockvisible', 'blockvisible', 'list-itemvisible']);
  expect(remembered).toEqual([expected, expected]);
});

it('is hidden by a style sheet of the document', () => {
  document.head.innerHTML = '<style>p { display: none } b { visibility: hidden }</style>';
  document.body.innerHTML = '<p>one</p><b>two<i>three</i></b>';
  const { expected, remembered } = stylesInBody();
  expect(expected.map(([, style]) => style)).toEqual(['nonevisible', 'inlinehidden', 'inlinehidden']);
  expect(remembered).toEqual([expected, expected]);
});

it('is shown again when the attribute that hid it goes', () => {
  const restore = rememberStyles(view);
  document.body.innerHTML = '<p hidden>one</p><p>two</p>';
  const displays = () => [...document.body.children].map((each) => view.getComputedStyle(each).display);
  expect(displays()).toEqual(['none', 'block']);
  for (const each of document.body.children) each.toggleAttribute('hidden');
  expect(displays()).toEqual(['block', 'none']);
  restore();
});
