import type { HttpMethod } from './api-document.ts'
import { DocumentError } from './document-error.ts'
import { asObject, findText, mapEntries, type ObjectPart } from './expect-part.ts'
import { followReference } from './follow-reference.ts'
import { findChild, tellPlace, type Part } from './part.ts'

const METHODS: Readonly<Record<string, HttpMethod>> = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  options: 'OPTIONS',
  head: 'HEAD',
  patch: 'PATCH',
  trace: 'TRACE',
}

/** An operation found under `paths`, not yet read. */
export interface ListedOperation {
  readonly id: string
  readonly method: HttpMethod
  readonly path: string
  readonly part: ObjectPart
  /** The path items whose `parameters` it shares: the one referred to first, then the one that refers to it. */
  readonly pathItems: readonly ObjectPart[]
}

/** Every operation under `paths`, in document order. Throws {@link DocumentError} where there is none, or two of one id. */
export const listOperations = (root: ObjectPart): readonly ListedOperation[] => {
  const operations = mapEntries(root, 'paths')
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, entry]) => operationsOf(path, entry))
  if (operations.length === 0)
    throw new DocumentError('The document has no operation under `paths`, so there is nothing to check.')
  const places = new Map<string, Part>()
  for (const { id, part } of operations) {
    const first = places.get(id)
    if (first !== undefined)
      throw new DocumentError(
        `The operationId ${id} at ${tellPlace(part)} is already used at ${tellPlace(first)}.`,
      )
    places.set(id, part)
  }
  return operations
}

const operationsOf = (path: string, entry: Part): readonly ListedOperation[] => {
  if (!path.startsWith('/'))
    throw new DocumentError(`The path ${path} at ${tellPlace(entry)} must begin with a slash.`)
  // Fields beside a `$ref` of a path item add to what it refers to, and win (OpenAPI 3.1, "Path Item Object").
  const referred = asObject(followReference(entry))
  const written = asObject(entry)
  const pathItems =
    referred.pointer === written.pointer && referred.documentUri === written.documentUri
      ? [written]
      : [referred, written]
  const names = new Set(pathItems.flatMap((item) => Object.keys(item.value)))
  return [...names].flatMap((name) => {
    const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
    const found = pathItems.findLast((item) => findChild(item, name) !== undefined)
    const child = found && findChild(found, name)
    if (method === undefined || child === undefined) return []
    const part = asObject(child)
    return [{ id: findText(part, 'operationId') || `${method} ${path}`, method, path, part, pathItems }]
  })
}
