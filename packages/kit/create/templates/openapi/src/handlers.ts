import type { Call } from '@contract-kit/sandbox'
import type { Handlers } from '@contract-kit/express'
import type { operations } from './generated/openapi.ts'

/**
 * Your handlers, by operationId. The document defines their input and result: anything else does not compile. The sandbox serves
 * operations without a handler.
 */
export const handlers = {} satisfies Partial<Handlers<operations, Call>>
