import { sampleValue } from '@contract-kit/checker/schema'
import { exampleHandlers, type Handlers } from '@contract-kit/express'
import { document } from './generated/document.ts'
import type { operations } from './generated/openapi.ts'

/**
 * Your own handlers, one for each operation, by its operationId. What they take and return follows from the document: anything
 * else does not compile. An operation without one responds by example.
 */
const ownHandlers = {} satisfies Partial<Handlers<operations>>

const dialect = document.openapi.startsWith('3.0') ? 'openapi-3.0' : '2020-12'

/** The first documented example of each operation; where there is none, a value that the schema allows. */
export const handlers = {
  ...exampleHandlers(document, {
    invent: (pointer) => sampleValue(document, { pointer, dialect, direction: 'response' }),
  }),
  ...ownHandlers,
}
