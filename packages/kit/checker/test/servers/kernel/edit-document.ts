import type { DocumentEdit } from './deviation.ts'
import type { Part } from './part.ts'

/** A copy of a document with one statement changed or removed. */
export const editDocument = (document: Part, { at, to }: DocumentEdit): Part => {
  const copy = structuredClone(document)
  const tokens = at
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = tokens.pop() ?? ''
  let holder = copy as unknown as Record<string, unknown>
  for (const token of tokens) holder = holder[token] as Record<string, unknown>
  if (to !== undefined) holder[last] = to
  else if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy
}
