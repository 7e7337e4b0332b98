import { describe, expect, it } from 'vitest';
import { svgFault } from './svg.ts';

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${content}</svg>`;

describe('an SVG of a brand', () => {
  it.each([
    ['shapes', svg('<g fill="#123456"><path d="M0 0h9v9z"/><circle cx="4" cy="4" r="2"></circle></g>')],
    [
      'a declaration and comments',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${svg('')}\n`,
    ],
    ['a byte order mark', `\uFEFF${svg('')}`],
    [
      'a gradient of its own',
      svg('<linearGradient id="a"><stop offset="0"/></linearGradient><path fill="url(#a)" d="M0 0"/>'),
    ],
    [
      'a use of its own shape',
      svg(
        '<path id="a" d="M0 0"/><use href="#a"/><use xlink:href="#a"/>',
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
    ],
    ['a style attribute', svg('<path style="fill:#fff;clip-path:url(#a)" d="M0 0"/>')],
    ['a title with an entity', svg('<title>Harbour &amp; Sons</title>')],
  ])('is accepted with %s', (_what, text) => {
    expect(svgFault(text)).toBeNull();
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'has an element <script>'],
    ['a script of another prefix', svg('<s:script/>'), 'has an element <s:script>'],
    ['an event handler', svg('<path onload="alert(1)" d=""/>'), 'has an event handler onload'],
    ['an event handler at the root', svg('', " ONCLICK='a()'"), 'has an event handler ONCLICK'],
    ['HTML', svg('<foreignObject><p>x</p></foreignObject>'), 'has an element <foreignObject>'],
    ['an animation', svg('<set attributeName="href" to="javascript:a()"/>'), 'has an element <set>'],
    ['a style sheet', svg('<style>@import "//evil.example";</style>'), 'has an element <style>'],
    ['a picture', svg('<image href="data:image/png;base64,AA=="/>'), 'has an element <image>'],
    ['a link', svg('<a href="https://evil.example">x</a>'), 'has an element <a>'],
    [
      'a remote use',
      svg('<use href="https://evil.example/x.svg#a"/>'),
      'has a reference to another file in href',
    ],
    [
      'a remote use of another prefix',
      svg('<use xlink:href="//evil.example#a"/>'),
      'has a reference to another file in xlink:href',
    ],
    [
      'a remote fill',
      svg('<path fill="url(https://evil.example#a)"/>'),
      'has a reference to another file in fill',
    ],
    [
      'a remote fill after an own one',
      svg('<path fill="url(#a) url(//evil.example)"/>'),
      'has a reference to another file in fill',
    ],
    [
      'a remote style',
      svg('<path style="fill:URL(//evil.example)"/>'),
      'has a reference to another file in style',
    ],
    ['an escaped style', svg('<path style="fill:u\\72l(//evil.example)"/>'), 'has a backslash in style'],
    ['an entity in an attribute', svg('<use href="&#106;avascript:a()"/>'), 'has an entity'],
    ['an entity in a text', svg('<text>&lol;</text>'), 'has an entity'],
    ['a DOCTYPE', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`, 'has a DOCTYPE'],
    ['a DOCTYPE after a comment', `<!-- a --><!DOCTYPE svg>${svg('')}`, 'has a DOCTYPE'],
    [
      'a style sheet instruction',
      `<?xml version="1.0"?><?xml-stylesheet href="//evil.example"?>${svg('')}`,
      'is not plain, well-formed SVG',
    ],
    ['another namespace', svg('', ' xmlns:h="http://www.w3.org/1999/xhtml"'), 'has a foreign xmlns:h'],
    ['an attribute of an editor', svg('<g inkscape:label="a"/>'), 'has an attribute inkscape:label'],
    ['a CDATA section', svg('<![CDATA[<script>]]>'), 'is not plain, well-formed SVG'],
    ['no namespace', '<svg viewBox="0 0 9 9"></svg>', 'is not plain, well-formed SVG'],
    ['an attribute without quotes', svg('<path d=M0/>'), 'is not plain, well-formed SVG'],
    ['an open element', svg('<g>'), 'is not plain, well-formed SVG'],
    ['a wrong end', svg('<g></path>'), 'is not plain, well-formed SVG'],
    ['two roots', svg('') + svg(''), 'is not plain, well-formed SVG'],
    ['a text after the root', `${svg('')}x`, 'is not plain, well-formed SVG'],
    ['no SVG at all', '<html></html>', 'has an element <html>'],
    ['nothing', '', 'is not plain, well-formed SVG'],
  ])('is refused with %s', (_what, text, fault) => {
    expect(svgFault(text)).toBe(fault);
  });
});
