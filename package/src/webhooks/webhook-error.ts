/** Why a request is refused, and the HTTP status to answer. Foyer repeats the delivery in each case. */
const WEBHOOK_ERRORS = {
  HEADER_INVALID: { status: 400, message: 'A header of the webhook is missing or invalid.' },
  TIMESTAMP_REFUSED: {
    status: 400,
    message: 'The webhook was sent more than five minutes ago, or the clock of this server is wrong.',
  },
  SIGNATURE_INVALID: { status: 401, message: 'No secret of the endpoint has signed this webhook.' },
  REPLAYED: { status: 409, message: 'This request was received before.' },
  BODY_UNREADABLE: {
    status: 500,
    message:
      'The body was read or parsed before. Pass the unchanged body: in Express, express.raw({ type: "application/json" }) before this route.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The body is larger than any webhook of Foyer.' },
  BODY_INVALID: { status: 400, message: 'The body is signed but is no event.' },
} as const;

export type WebhookErrorCode = keyof typeof WEBHOOK_ERRORS;

/** The request is no webhook of this Foyer, or cannot be verified. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  readonly status: number;

  constructor(
    code: WebhookErrorCode,
    message: string = WEBHOOK_ERRORS[code].message,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = WEBHOOK_ERRORS[code].status;
  }
}
