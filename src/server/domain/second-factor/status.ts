import type { SecondFactorStatus } from '../../../shared/schemas/second-factor.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { describeDevice } from '../rules/device.ts';
import {
  findTrustedBrowser,
  mustEnrol,
  needsSecondFactor,
  usablePasskeys,
  isDemanded,
} from '../rules/second-factor-policy.ts';

export function secondFactorStatusOf(
  deps: Pick<Dependencies, 'now' | 'settings' | 'formerKeys'>,
  user: UserDocument,
  deviceCookie: string | undefined,
): SecondFactorStatus {
  const { settings } = deps;
  const { totp = [], recoveryCodes, trustedBrowsers = [], secondFactorRemoval } = user;
  const current = findTrustedBrowser(deps, user, deviceCookie);
  return {
    policy: settings.secondFactor,
    isDemanded: isDemanded(settings, user),
    isOn: needsSecondFactor(settings, user),
    mustEnrol: mustEnrol(settings, user),
    authenticatorApps: totp.map(({ id, name, createdAt, lastUsedAt }) => ({
      id: id.toHexString(),
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    passkeys: usablePasskeys(settings, user).length,
    recoveryCodesLeft: recoveryCodes?.hashes.length ?? 0,
    recoveryCodesCreatedAt: recoveryCodes?.createdAt.toISOString() ?? null,
    trustedBrowsers: trustedBrowsers
      .filter(({ expires }) => expires > deps.now())
      .map(({ id, userAgent, createdAt, expires }) => ({
        id: id.toHexString(),
        current: current?.id.equals(id) ?? false,
        device: describeDevice(userAgent),
        createdAt: createdAt.toISOString(),
        expires: expires.toISOString(),
      })),
    removal: secondFactorRemoval
      ? {
          requestedAt: secondFactorRemoval.requestedAt.toISOString(),
          runsAt: secondFactorRemoval.runsAt.toISOString(),
          reason: secondFactorRemoval.reason,
        }
      : null,
  };
}
