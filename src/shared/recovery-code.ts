/** Letters and digits of a recovery code, without what separates its groups. */
export const RECOVERY_CODE_LENGTH = 24;
