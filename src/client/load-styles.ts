import { at } from './base-path.ts';

const styles = new Map<string, Promise<unknown>>();

/** After a failure the next call tries again. */
function loadStyle(file: string): Promise<unknown> {
  const href = at(`/${file}`);
  let style = styles.get(href);
  if (!style && !document.querySelector(`link[rel=stylesheet][href="${href}"]`)) {
    style = new Promise((resolve, reject) => {
      const link = document.createElement('link');
      link.addEventListener('load', resolve);
      link.addEventListener('error', () => {
        link.remove();
        styles.delete(href);
        reject(new Error(`${href} cannot be loaded`));
      });
      document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href }));
    });
    styles.set(href, style);
  }
  return Promise.resolve(style);
}

/** In the place of Vite's own function (`vite.config.ts`), which also preloads scripts and reads a nonce. */
// oxlint-disable-next-line no-underscore-dangle -- Vite writes this name into the code
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(loadStyle));
  return load();
}
