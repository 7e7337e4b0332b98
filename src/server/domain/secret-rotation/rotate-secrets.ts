import { findPreviousSecretEnd, keepFormerKeys } from './former-keys.ts';
import { SEALED_PLACES, type RotationDependencies, type SealedValue } from './sealed-values.ts';

export interface RotationState {
  /** The number of values that only the former secret opens. */
  readonly left: number;
  /** The number of values that neither secret opens. */
  readonly unreadable: number;
  /** When the former secret's links and codes end. `null`: `rotateSecrets` has not run since the change. */
  readonly openUntil: Date | null;
  /** Whether the former secret is still needed; without one in the settings, whether any is. */
  readonly isFormerNeeded: boolean;
}

interface RotationProgress {
  /** The number of values that were sealed anew so far. */
  readonly done: number;
  readonly total: number;
}

type NameValue = (value: Pick<SealedValue, 'collection' | 'id'>) => void;

/** Changes nothing. `onUnreadable` names the values that no known secret opens. */
export async function inspectSecrets(
  deps: RotationDependencies,
  onUnreadable: NameValue = () => {},
): Promise<RotationState> {
  let [left, unreadable] = [0, 0];
  for await (const value of sealedValues(deps)) {
    if (value.resealing === 'unreadable') {
      unreadable += 1;
      onUnreadable(value);
    } else if (value.resealing !== 'current') left += 1;
  }
  if (deps.settings.previousAuthSecret === null) {
    return { left, unreadable, openUntil: null, isFormerNeeded: unreadable > 0 };
  }
  const openUntil = await findPreviousSecretEnd(deps);
  const isFormerNeeded = left > 0 || openUntil === null || openUntil > deps.now();
  return { left, unreadable, openUntil, isFormerNeeded };
}

/**
 * Servers may run meanwhile. Each value has one conditional write, so a run after a crash goes on, and two
 * runs at once do no harm.
 */
export async function rotateSecrets(
  deps: RotationDependencies,
  onProgress: (progress: RotationProgress) => void = () => {},
  onUnreadable?: NameValue,
): Promise<RotationState> {
  await keepFormerKeys(deps);
  const { left: total } = await inspectSecrets(deps);
  let done = 0;
  for (const place of SEALED_PLACES) {
    for await (const values of place(deps)) {
      const before = done;
      for (const { resealing, write } of values) {
        if (typeof resealing === 'object' && (await write(resealing.resealed))) done += 1;
      }
      if (done > before) onProgress({ done, total });
    }
  }
  return inspectSecrets(deps, onUnreadable);
}

async function* sealedValues(deps: RotationDependencies): AsyncGenerator<SealedValue> {
  for (const place of SEALED_PLACES) for await (const values of place(deps)) yield* values;
}
