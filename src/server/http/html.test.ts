import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes every value in content and in quoted attributes', () => {
  const value = `<img src=x onerror="a('b')">&`;
  expect(html`<p title="${value}">${value}</p>`.toString()).toBe(
    '<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>',
  );
});

it('inserts Html values unchanged, alone and in lists, and null as nothing', () => {
  const names = ['a', '<b>'].map((name) => html`<b>${name}</b>`);
  expect(html`<i>${names}${html`<br />`}${null}${0}</i>`.toString()).toBe(
    '<i><b>a</b><b>&lt;b&gt;</b><br />0</i>',
  );
});
