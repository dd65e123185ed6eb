import { isObject, type JsonObject, own } from '@contract-kit/json-schema/json'
import type { HttpMethod, UnreadOperation } from './api-document.ts'
import {
  asObject,
  DocumentError,
  findChild,
  findText,
  followReference,
  isVersion32,
  mapEntries,
  type ObjectPart,
  type Part,
  tellPlace,
} from './document-part.ts'

/** The fields of a path item that are operations, in the order of the specification (OpenAPI 3.2, "Path Item Object"). */
const METHODS: ReadonlyMap<string, HttpMethod> = new Map([
  ['get', 'GET'],
  ['put', 'PUT'],
  ['post', 'POST'],
  ['delete', 'DELETE'],
  ['options', 'OPTIONS'],
  ['head', 'HEAD'],
  ['patch', 'PATCH'],
  ['trace', 'TRACE'],
  ['query', 'QUERY'],
])

/** The operations of a path item by method, as written, including those of OpenAPI 3.2. */
export const operationsOf = (pathItem: JsonObject): ReadonlyMap<HttpMethod, JsonObject> => {
  const fixed = [...METHODS].map(([field, method]) => [method, own(pathItem, field)] as const)
  const additional = own(pathItem, 'additionalOperations')
  const all = [...fixed, ...Object.entries(isObject(additional) ? additional : {})]
  return new Map(all.flatMap(([method, operation]) => (isObject(operation) ? [[method, operation]] : [])))
}

/** An operation found under `paths` or `webhooks`, not yet read. */
export interface ListedOperation {
  readonly id: string
  readonly method: HttpMethod
  /** A path template, or the name of a webhook. */
  readonly path: string
  readonly isWebhook: boolean
  readonly part: ObjectPart
  /** The path items whose `parameters` apply: the referenced one first, then the one that refers to it. */
  readonly pathItems: readonly ObjectPart[]
}

/**
 * Finds every operation under `paths`, then under `webhooks`, in document order, and lists those that cannot be read. If two share one
 * operationId, the second is named by its method and path.
 */
export const listOperations = (
  root: ObjectPart,
): {
  readonly listed: readonly ListedOperation[]
  readonly unread: readonly UnreadOperation[]
  readonly notes: readonly string[]
} => {
  const unread: UnreadOperation[] = []
  const listed: ListedOperation[] = []
  const notes: string[] = []
  const places = new Map<string, Part>()
  for (const { path, isWebhook, entry } of pathItemsOf(root)) {
    const attempt = <Result>(method: string | undefined, read: () => Result): Result | undefined => {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error
        unread.push({ id: `${method ?? '*'} ${path}`, path, method, reason: error.message })
        return undefined
      }
    }
    const found = attempt(undefined, () => {
      if (!isWebhook && !path.startsWith('/'))
        throw new DocumentError(`The path ${path} at ${tellPlace(entry)} must begin with a slash.`)
      return findOperations(entry)
    })
    for (const { method, child, pathItems } of found ?? [])
      attempt(method, () => {
        // Fields beside a `$ref` are ignored (OpenAPI 3.1, "Reference Object").
        const part = asObject(followReference(child))
        assertKnown(method, part)
        const declared = findText(part, 'operationId') || `${method} ${path}`
        const first = places.get(declared)
        const id = first === undefined ? declared : `${method} ${path}`
        if (first !== undefined)
          notes.push(
            `The operationId ${declared} at ${tellPlace(part)} is already used at ${tellPlace(first)}; the second operation goes by ${id}.`,
          )
        places.set(id, part)
        listed.push({ id, method, path, isWebhook, part, pathItems })
      })
  }
  return { listed, unread, notes }
}

const pathItemsOf = (root: ObjectPart) =>
  (['paths', 'webhooks'] as const).flatMap((section) =>
    mapEntries(root, section)
      .filter(([path]) => section === 'webhooks' || !path.startsWith('x-'))
      .map(([path, entry]) => ({ path, entry, isWebhook: section === 'webhooks' })),
  )

/** An operation of a path item, not yet validated. */
interface FoundOperation {
  readonly method: HttpMethod
  readonly child: Part
  readonly pathItems: readonly ObjectPart[]
}

/** The operations of a path item, which may be a reference, as they are written. */
export const findOperations = (entry: Part): readonly FoundOperation[] => {
  // Fields beside a `$ref` of a path item extend and override its target (OpenAPI 3.1, "Path Item Object").
  const referred = asObject(followReference(entry))
  const written = asObject(entry)
  const pathItems =
    referred.pointer === written.pointer && referred.documentUri === written.documentUri
      ? [written]
      : [referred, written]
  const names = new Set(pathItems.flatMap((item) => Object.keys(item.value)))
  const fixed = [...names].flatMap((name) => {
    const method = METHODS.get(name)
    const found = pathItems.findLast((item) => findChild(item, name) !== undefined)
    const child = found && findChild(found, name)
    return method === undefined || child === undefined ? [] : [{ method, child, pathItems }]
  })
  const additional = new Map(pathItems.flatMap((item) => mapEntries(item, 'additionalOperations')))
  return [...fixed, ...[...additional].map(([method, child]) => ({ method, child, pathItems }))]
}

// Before OpenAPI 3.2 these fields have no meaning, so their use is reported.
const assertKnown = (method: HttpMethod, part: Part): void => {
  if (!FIRST_METHODS.has(method) && !isVersion32(part.library))
    throw new DocumentError(
      `${tellPlace(part)} is an OpenAPI 3.2 operation, but the document has an earlier version.`,
    )
}

const FIRST_METHODS = new Set([...METHODS.values()].filter((method) => method !== 'QUERY'))
