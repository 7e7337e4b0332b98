/** Statuses of tRPC's error keys (tRPC 11, `TRPC_ERROR_CODE_KEY`). Here, so `shared` imports neither side. */
export const HTTP = {
  BAD_REQUEST: { procedure: 'BAD_REQUEST', status: 400 },
  UNAUTHORIZED: { procedure: 'UNAUTHORIZED', status: 401 },
  FORBIDDEN: { procedure: 'FORBIDDEN', status: 403 },
  NOT_FOUND: { procedure: 'NOT_FOUND', status: 404 },
  METHOD_NOT_SUPPORTED: { procedure: 'METHOD_NOT_SUPPORTED', status: 405 },
  CONFLICT: { procedure: 'CONFLICT', status: 409 },
  PAYLOAD_TOO_LARGE: { procedure: 'PAYLOAD_TOO_LARGE', status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { procedure: 'UNSUPPORTED_MEDIA_TYPE', status: 415 },
  PRECONDITION_REQUIRED: { procedure: 'PRECONDITION_REQUIRED', status: 428 },
  TOO_MANY_REQUESTS: { procedure: 'TOO_MANY_REQUESTS', status: 429 },
  INTERNAL_SERVER_ERROR: { procedure: 'INTERNAL_SERVER_ERROR', status: 500 },
  SERVICE_UNAVAILABLE: { procedure: 'SERVICE_UNAVAILABLE', status: 503 },
} as const;
