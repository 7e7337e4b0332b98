import type { Device } from '../../shared/schemas/device.ts';
import { useTexts } from '../language/texts.ts';

/** The name of a device for a person: `Firefox on Linux`, or the known part of it. */
export function useDeviceName(): (device: Device) => string {
  const texts = useTexts().devices;
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? texts.deviceOn(browser, system)
      : (browser ?? system ?? texts.unknownDevice);
}
