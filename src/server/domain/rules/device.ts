import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { Device } from '../../../shared/schemas/device.ts';

/** A `User-Agent` header is cut there when a request is described, and before it is parsed. */
export const USER_AGENT_MAX_LENGTH = 512;

const KINDS: Readonly<Record<string, Device['kind']>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
  bot: 'script',
};

/** Programs that call the procedures. Their header begins with their name. */
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

/** The same in every language: `Firefox · Linux`. */
export function deviceName(userAgent: string | null): string | null {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter((name) => name !== null).join(' · ') || null;
}

/** It proves nothing. All names come from closed lists, so that no sender puts text on somebody's screen. */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent?.slice(0, USER_AGENT_MAX_LENGTH).trim();
  if (!text) return { browser: null, system: null, kind: 'unknown' };
  const name = text.split(/[/\s]/, 1)[0]?.toLowerCase();
  const program = PROGRAMS.find((one) => one.toLowerCase() === name);
  if (program) return { browser: program, system: null, kind: 'script' };
  const { browser, os, platform } = parse(text);
  const system = oneOf(OS_MAP, os.name);
  return {
    // bowser takes an unknown browser's name from the header's text.
    browser: oneOf(BROWSER_MAP, browser.name),
    system,
    kind: KINDS[platform.type ?? ''] ?? (system === 'Chrome OS' ? 'desktop' : 'unknown'),
  };
}

function oneOf(names: Readonly<Record<string, string>>, name: string | undefined): string | null {
  return name && Object.values(names).includes(name) ? name : null;
}
