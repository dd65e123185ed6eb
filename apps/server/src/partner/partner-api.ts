import { type OperationId, openapiDocument, operationTable } from '@giftcards/contract'
import { PaymentUnavailableError, StoreUnavailableError } from '@giftcards/marketplace'
import {
  bindApi,
  bindOperations,
  type BoundApi,
  type RateLimiter,
  readContract,
  serviceUnavailable,
} from '@contract-kit/express'
import { partnerOperations } from '../operations/index.ts'
import type { PartnerCaller, PartnerContext } from '../operations/operation.ts'
import { rateTrigger, tokenTrigger, withTrigger } from '../sandbox/triggers.ts'
import { toFailure } from '../wire/to-failure.ts'
import { loginRequired } from './partner-failures.ts'
import { requireCaller, requireUserAgent } from './partner-guards.ts'
import { refreshToken } from './refresh-token.ts'

const contract = readContract(openapiDocument, ['user-agent', 'authorization', 'x-cc-app', 'x-request-id'])

/** Binds the contract to the marketplace: guards in the decided order, then the operations. */
export function createPartnerApi(
  context: PartnerContext,
  limiter: RateLimiter<PartnerCaller>,
  options: { readonly isSandbox: boolean },
): BoundApi {
  const { marketplace, tokens } = context
  const handlers = bindOperations<PartnerContext, PartnerCaller>(partnerOperations, context)
  return bindApi<PartnerCaller>({
    contract,
    handlers: options.isSandbox
      ? Object.fromEntries(Object.entries(handlers).map(([id, handle]) => [id, withTrigger(id, handle)]))
      : handlers,
    guards: [
      requireUserAgent,
      requireCaller({
        tokens,
        store: marketplace.store,
        ...(options.isSandbox ? { beforeToken: tokenTrigger } : {}),
      }),
      ...(options.isSandbox ? [rateTrigger] : []),
      limiter.guard,
    ],
    authorize: (operationId, { customerId }) =>
      accessOf(operationId) === 'customer' && customerId === null ? loginRequired : undefined,
    malformedPathParameter: (operationId, name) => toFailure({ kind: unknownResource(operationId, name) }),
    responseHeaders: (_facts, caller) => refreshToken(tokens, marketplace.clock, caller),
    classifyDefect: (error) =>
      error instanceof StoreUnavailableError || error instanceof PaymentUnavailableError
        ? serviceUnavailable
        : undefined,
  })
}

function accessOf(operationId: string): string | undefined {
  return Object.hasOwn(operationTable, operationId)
    ? operationTable[operationId as OperationId].access
    : undefined
}

/** A malformed id is answered like an unknown one (decision: errors). */
function unknownResource(operationId: string, parameter: string) {
  if (parameter === 'cartId') return 'cart_not_found'
  if (parameter === 'orderId') return 'order_not_found'
  if (parameter === 'couponCode')
    return operationId === 'applyCoupon' ? 'coupon_not_found' : 'coupon_not_applied'
  return operationId === 'getWalletCard' || operationId === 'getSecureData'
    ? 'card_not_found'
    : 'cart_card_not_found'
}
