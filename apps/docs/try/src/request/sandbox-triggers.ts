/** The values of `x-sandbox-trigger` that force an answer, as the contract's introduction lists them. */
export const sandboxTriggers = [
  'rate_limited',
  'internal_error',
  'slow=2000',
  'insufficient_inventory',
  'payment_declined',
  'token_expired',
] as const

/** The published application of the sandbox. */
export const publishedAppId = 'demo-app'
