import type { Refusal } from '@giftcards/marketplace'
import type { Operation } from '../operations/operation.ts'
import type { Control } from '../sandbox/controls/control.ts'
import {
  type CompleteCatalogue,
  invalidResponse,
  refusalCatalogue,
  type RefusalResponse,
  refusalResponse,
} from './refusal-catalogue.ts'

// Checked by the compiler alone: each line below an expected error must not compile.

const { order_not_found: _omitted, ...withoutOne } = refusalCatalogue

// @ts-expect-error a refusal that the catalogue leaves out
export const incomplete: CompleteCatalogue = withoutOne

const busy = { status: 429, message: 'Busy', code: 'busy' } as const

// @ts-expect-error 429 without a wait
export const withoutWait: CompleteCatalogue = { ...refusalCatalogue, order_not_found: busy }

export const declared: Operation<'getOrder'> = async () => refusalResponse({ kind: 'order_not_found' })

// @ts-expect-error getOrder declares no 409
export const undeclared: Operation<'getOrder'> = async () => refusalResponse({ kind: 'checkout_in_progress' })

/** Responses to a refusal of two kinds, one of which `getOrder` does not declare. */
export function respond(refusal: Refusal<'order_not_found' | 'drawdown_access_denied'>): void {
  const response = refusalResponse(refusal)
  response.status satisfies 403 | 404
  // @ts-expect-error getOrder declares no 403
  const operation: Operation<'getOrder'> = async () => response
  void operation
}

// @ts-expect-error a throttle has a wait
refusalResponse({ kind: 'login_throttled' })

// @ts-expect-error a kind that is none of the marketplace's
refusalResponse({ kind: 'order_lost' })

export const declaredInvalid: Control<'setClock'> = async () => invalidResponse('now must be later')

// @ts-expect-error getClock declares no 400
export const undeclaredInvalid: Control<'getClock'> = async () => invalidResponse('now must be later')

/** The headers of a status are typed by name. */
export function readHeaders(
  failed: RefusalResponse<'login_failed'>,
  throttled: RefusalResponse<'login_throttled'>,
  unknown: RefusalResponse<'order_not_found'>,
): void {
  failed.headers['www-authenticate'] satisfies string
  throttled.headers['retry-after'] satisfies number
  unknown.headers['x-error-code'] satisfies 'order_not_found'
  // @ts-expect-error a 404 has no Retry-After
  unknown.headers['retry-after'] satisfies string
}
