import { createHash, timingSafeEqual } from 'node:crypto'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import {
  bindApi,
  bindOperations,
  type BoundApi,
  type Failure,
  type Guard,
  readContract,
  serviceUnavailable,
} from '@contract-kit/express'
import { toFailure } from '../wire/to-failure.ts'
import type { SandboxCaller, SandboxContext } from './operations/control.ts'
import { sandboxOperations } from './operations/index.ts'
import { requireLoopback } from './require-loopback.ts'

const unauthorized: Failure = { status: 401, messages: ['Unauthorized'], code: 'sandbox_key_invalid' }

const contract = readContract(sandboxDocument, ['x-request-id'])

/** Binds the sandbox controls: for loopback callers, or for whoever sends the key where one is set. */
export function createSandboxApi(context: SandboxContext, sandboxKey: string | undefined): BoundApi {
  return bindApi<SandboxCaller>({
    contract,
    handlers: bindOperations<SandboxContext, SandboxCaller>(sandboxOperations, context),
    guards: [
      sandboxKey === undefined ? requireLoopback(unauthorized) : requireKey(sandboxKey),
      requireStore(context.marketplace.store),
    ],
    malformedPathParameter: (_operationId, name) =>
      toFailure({ kind: unknownResources[name] ?? 'card_not_found' }),
    classifyDefect: (error) => (error instanceof StoreUnavailableError ? serviceUnavailable : undefined),
  })
}

const unknownResources: Readonly<Record<string, 'customer_not_found' | 'order_not_found'>> = {
  email: 'customer_not_found',
  orderId: 'order_not_found',
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function requireKey(key: string): Guard<SandboxCaller> {
  const expected = digest(key)
  return (facts) =>
    timingSafeEqual(digest(facts.header('x-sandbox-key') ?? ''), expected)
      ? undefined
      : { failure: unauthorized }
}

/** No control answers while the store is away, not even one that could do without it: what it shows would be stale. */
function requireStore(store: Store): Guard<SandboxCaller> {
  return async () => {
    await store.ping()
    return undefined
  }
}
