import type { Idempotency } from './contract-document.ts'
import type { ListedOperation } from './list-operations.ts'

/** What a row of the operation table says for each word of the contract. */
const repeats = { never: 0, always: 1, key: 2 } as const satisfies Record<Idempotency, number>

/**
 * Whether a request that may already have been carried out can be sent again: as `x-idempotency` says, and always where
 * the method only reads (RFC 9110, section 9.2.1). Throws where an operation that changes something does not say.
 */
export function readRepeat({ id, method, operation }: ListedOperation): 0 | 1 | 2 {
  if (method === 'get') return repeats.always
  const repeat = repeats[operation['x-idempotency']!]
  if (repeat === undefined) throw new Error(`${id} does not say whether it may be repeated (x-idempotency)`)
  return repeat
}
