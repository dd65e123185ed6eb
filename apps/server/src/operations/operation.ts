import type { Handler } from '@contract-kit/express'
import type { OperationId, operations } from '@giftcards/contract'
import type { MarketplaceDeps } from '@giftcards/marketplace'
import type { PartnerCaller } from '../auth/caller.ts'
import type { TokenService } from '../auth/tokens.ts'

/** The context of the operations. */
export interface PartnerContext {
  readonly caller: PartnerCaller
  readonly marketplace: MarketplaceDeps
  readonly tokens: TokenService
  /** The forced response or delay of a request; undefined in production. */
  readonly trigger: string | undefined
}

/** Response headers that middleware sets or that are optional, so operations need not set them. */
export type ProvidedHeaders =
  | 'x-request-id'
  | 'cache-control'
  | 'authorization'
  | 'x-token-exp-seconds'
  | 'x-session-id'
  | 'idempotent-replayed'
  | 'retry-after'
  | 'ratelimit'
  | 'ratelimit-policy'

/** A handler of an operation: reads the request, calls the marketplace, responds. */
export type Operation<Id extends OperationId> = Handler<operations, Id, PartnerContext, ProvidedHeaders>

/** The caller of an operation that requires login, which the router has already checked. */
export function customerOf(caller: PartnerCaller): PartnerCaller & { readonly customerId: number } {
  const { customerId } = caller
  if (customerId === null) throw new Error('An operation that requires a login was called without one')
  return { ...caller, customerId }
}
