import { isObject, own } from '../schema/json.ts'
import { findAt } from '../schema/json-pointer.ts'
import { resolveUri } from '../schema/resolve-uri.ts'
import { DocumentError } from './document-error.ts'
import { tellPlace, type Part } from './part.ts'

/** The part that a Reference Object leads to in the end, else the part itself. Throws {@link DocumentError} where it leads nowhere. */
export const followReference = (part: Part): Part => {
  const visited = new Set<string>()
  let current = part
  for (;;) {
    const reference = isObject(current.value) ? own(current.value, '$ref') : undefined
    if (typeof reference !== 'string') return current
    const place = tellPlace(current)
    if (visited.has(place))
      throw new DocumentError(`The reference ${reference} at ${place} leads back to itself.`)
    visited.add(place)
    current = resolvePart(current, reference)
  }
}

const resolvePart = (from: Part, reference: string): Part => {
  const { uri, fragment } = resolveUri(reference, from.documentUri)
  const root = from.library.documents.get(uri)
  const value =
    root === undefined || (fragment !== '' && !fragment.startsWith('/')) ? undefined : findAt(root, fragment)
  if (value === undefined || value === null) throw unresolved(from, reference, uri)
  return { library: from.library, documentUri: uri, pointer: fragment, value }
}

/** The error for a reference that leads nowhere: names the reference, where it is written, and why. */
export const unresolved = (from: Omit<Part, 'value'>, reference: string, uri: string): DocumentError => {
  const reason = from.library.failures.get(uri)?.replace(/\.$/, '') ?? 'there is nothing at that place'
  return new DocumentError(`The reference ${reference} at ${tellPlace(from)} cannot be resolved: ${reason}.`)
}
