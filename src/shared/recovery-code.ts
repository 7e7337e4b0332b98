export const RECOVERY_CODE_LENGTH = 24;
