/** Without what separates its groups. */
export const RECOVERY_CODE_LENGTH = 24;
