import { createHash } from 'node:crypto';

export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The source expressions for all styles of a page of `html.ts`. Attributes also need `'unsafe-hashes'`. */
export function styleSourcesOf(page: string): string[] {
  const elements = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
  const attributes = [...page.matchAll(/\sstyle="([^"]*)"/g)].map(([, text = '']) =>
    text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity),
  );
  return [...new Set([...elements, ...attributes])].map(hashSource);
}
