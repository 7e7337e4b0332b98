import type { Device } from '../../shared/schemas/device.ts';
import { useTexts } from '../language/texts.ts';

/** What a person would call a device: `Firefox on Linux`, or as much of it as is known. */
export function useDeviceName(): (device: Device) => string {
  const texts = useTexts().devices;
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? texts.deviceOn(browser, system)
      : (browser ?? system ?? texts.unknownDevice);
}
