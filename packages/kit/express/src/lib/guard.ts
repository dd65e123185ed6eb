import type { Failure } from './answer.ts'
import type { RequestFacts } from './request-facts.ts'

/**
 * A guard's verdict: refuse the request, add to what is known of the caller, or (nothing) let it pass. A refusal may say
 * what it knew of the caller all the same.
 */
export type GuardVerdict<Caller> =
  | { readonly failure: Failure; readonly caller?: Partial<Caller> }
  | { readonly caller: Partial<Caller> }
  | undefined

/**
 * One stage between routing and the body; stages run in order and the first failure wins (decision: order of judgement).
 * `caller` holds what the earlier stages found.
 */
export type Guard<Caller> = (
  facts: RequestFacts,
  caller: Readonly<Partial<Caller>>,
) => GuardVerdict<Caller> | Promise<GuardVerdict<Caller>>
