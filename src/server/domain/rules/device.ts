import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { Device } from '../../../shared/schemas/device.ts';

/** What is stored of a `User-Agent` header, and looked at. */
export const USER_AGENT_MAX_LENGTH = 512;

const KINDS: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
  bot: 'script',
};

/** Programs that people call our procedures with; their header begins with their name. */
const PROGRAMS = [
  'aiohttp',
  'axios',
  'Bun',
  'curl',
  'Deno',
  'foyer-cli',
  'Go-http-client',
  'HTTPie',
  'Java',
  'node',
  'okhttp',
  'PostmanRuntime',
  'Python-urllib',
  'python-requests',
  'undici',
  'Wget',
] as const;

/**
 * What a `User-Agent` header says of who sent it. It is for people to recognise their own devices by and proves nothing. The names are
 * all from closed lists, so that nobody can write a text of their own onto another's screen.
 */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent?.slice(0, USER_AGENT_MAX_LENGTH).trim();
  if (!text) return { browser: null, system: null, kind: 'unknown' };
  const name = text.split(/[/\s]/, 1)[0]?.toLowerCase();
  const program = PROGRAMS.find((one) => one.toLowerCase() === name);
  if (program) return { browser: program, system: null, kind: 'script' };
  const { browser, os, platform } = parse(text);
  const system = oneOf(OS_MAP, os.name);
  return {
    // For a browser that it does not know, it takes a name out of the text itself.
    browser: oneOf(BROWSER_MAP, browser.name),
    system,
    kind: KINDS[platform.type ?? ''] ?? (system === 'Chrome OS' ? 'desktop' : 'unknown'),
  };
}

function oneOf(names: Readonly<Record<string, string>>, name: string | undefined): string | null {
  return name && Object.values(names).includes(name) ? name : null;
}
