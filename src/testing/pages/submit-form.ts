import { attributeOf, formOf } from '../app/http-browser.ts';
import type { AgentAnswer, HttpAgent } from '../app/http-agent.ts';

/** Opens a page without script, fills in the form of the button with this label, and presses the button. */
export async function submitForm(
  agent: HttpAgent,
  address: string,
  button: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<AgentAnswer> {
  const { status, headers, text } = await agent.request(address);
  const url = new URL(address, agent.origin).href;
  const [markup, attributes = ''] = buttonWith(text, button);
  const { action, fields } = formOf({ url, status, headers, html: text }, '', markup);
  for (const [name, value] of Object.entries(typed)) {
    if (!fields.has(name)) throw new Error(`the form of "${button}" has no field ${name}`);
    fields.set(name, value);
  }
  const name = attributeOf(attributes, 'name');
  if (name !== null) fields.set(name, attributeOf(attributes, 'value') ?? '');
  return agent.postForm(action, Object.fromEntries(fields));
}

/** Markup and attributes of the only submit button with this label. */
function buttonWith(html: string, label: string): [markup: string, attributes: string | undefined] {
  const found = [...html.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].filter(
    ([, attributes, content = '']) =>
      attributes?.includes('type="submit"') && content.replaceAll(/<[^>]*>/g, '') === label,
  );
  if (found.length !== 1) throw new Error(`${found.length} buttons "${label}" on the page`);
  return [found[0]?.[0] ?? '', found[0]?.[1]];
}
