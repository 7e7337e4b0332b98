/**
 * The issuers that Microsoft Entra has for all tenants: `organizations` without personal accounts, `common` with them. The hosts are those of the
 * public, the American and the Chinese cloud. The slash at the end is how Auth.js's documents write them.
 */
export const MICROSOFT_OF_ALL_TENANTS =
  /^(https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn))\/(common|organizations)\/v2\.0\/?$/;
