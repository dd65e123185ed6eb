import { ConnectionError, isApiError, SessionError } from '@giftcards/client'

/** Refusals that are normal under a load with lost responses, such as an expired cart or an undelivered card. */
const usual: ReadonlySet<string | undefined> = new Set([
  'cart_not_found',
  'cart_card_not_found',
  'card_not_found',
  'coupon_already_applied',
  'coupon_not_applied',
  'coupon_not_eligible',
  'cards_unavailable',
  'checkout_in_progress',
  'secure_data_expired',
])

/** The meaning of a failed call for the load. */
export type FailureMeaning = 'usual' | 'away' | 'gone' | 'wrong'

/** Classifies a failed call. `away`: the documented 503; `gone`: no response; `wrong`: a response that no fault allows. */
export function judgeFailure(error: unknown): FailureMeaning {
  if (error instanceof SessionError) return judgeFailure(error.cause)
  if (error instanceof ConnectionError) return 'gone'
  if (!isApiError(error)) return 'wrong'
  if (error.status === 503) return isDocumented(error) ? 'away' : 'wrong'
  return usual.has(error.code) ? 'usual' : 'wrong'
}

function isDocumented({
  code,
  messages,
}: {
  code?: string | undefined
  messages: readonly string[]
}): boolean {
  return code === 'internal_error' && messages.length === 1 && messages[0] === 'Service unavailable'
}
