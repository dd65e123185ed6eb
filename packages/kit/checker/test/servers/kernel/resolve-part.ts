import type { Part } from './part.ts'

/** Follows a local reference; any other part is given back as it is. */
export const resolvePart = (document: Part, part: Part): Part => {
  if (part.$ref === undefined) return part
  let target = document
  for (const token of part.$ref.slice(2).split('/')) target = target[token] as Part
  return resolvePart(document, target)
}
