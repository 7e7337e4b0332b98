import type { Device } from '../../shared/schemas/device.ts';
import type { ListedSession } from '../../shared/schemas/session-list.ts';
import { useTexts } from '../language/texts.ts';

/** `Firefox on Linux`, or the known part of it. */
export function useDeviceName(): (device: Device) => string {
  const texts = useTexts().devices;
  return ({ browser, system }) =>
    browser !== null && system !== null
      ? texts.deviceOn(browser, system)
      : (browser ?? system ?? texts.unknownDevice);
}

/** Its device, its app with the device, or an administrator. */
export function useSessionName(): (session: ListedSession) => string {
  const texts = useTexts().devices;
  const nameOf = useDeviceName();
  return ({ app, byAdministrator, device }) => {
    if (byAdministrator) return texts.administrator;
    return app ? texts.appOn(app.name, nameOf(device)) : nameOf(device);
  };
}
