import type { Call } from '@contract-kit/sandbox'
import type { Handlers } from '@contract-kit/express'
import type { operations } from './generated/openapi.ts'

/**
 * Your own handlers, one for each operation, by its operationId. What they take and return follows from the document: anything
 * else does not compile. The sandbox serves an operation without one.
 */
export const handlers = {} satisfies Partial<Handlers<operations, Call>>
