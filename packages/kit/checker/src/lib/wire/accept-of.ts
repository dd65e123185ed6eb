import type { ApiOperation } from '../document/api-document.ts'
import { essenceOf } from '../document/find-response.ts'

const known = new WeakMap<ApiOperation, string>()

/** The `Accept` header that takes every documented answer of an operation: JSON first, then in document order; anything where none is documented. */
export const acceptOf = (operation: ApiOperation): string => {
  const accept = known.get(operation) ?? writeAccept(operation)
  known.set(operation, accept)
  return accept
}

const writeAccept = (operation: ApiOperation): string => {
  const types = new Set(
    [...operation.responses.values()].flatMap(({ media }) =>
      media.map(({ contentType }) => essenceOf(contentType)),
    ),
  )
  if (types.size === 0) return '*/*'
  return [...types]
    .toSorted((a, b) => Number(b === 'application/json') - Number(a === 'application/json'))
    .join(', ')
}
