import {
  appendTokens,
  findAt,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  own,
  resolveUri,
} from '@contract-kit/json-schema/json'
import type { SchemaNode, SchemaSet } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, Placed } from './api-document.ts'

/** A value of a document, and its position. */
export interface Part extends Placed {
  readonly library: DocumentLibrary
  readonly value: Json
}

/** The part below a part; undefined if there is none. An empty YAML value (null) counts as none. */
export const findChild = (part: Part, token: string | number): Part | undefined => {
  const child = memberOf(part.value, token)
  return child === undefined || child === null
    ? undefined
    : { ...part, value: child, pointer: appendTokens(part.pointer, token) }
}

/** The position of a part. */
export const placeOf = ({ documentUri, pointer }: Part): Placed => ({ documentUri, pointer })

/** Formats a place for messages: `#/paths/~1pets` in the entry document, `/home/me/pet.yaml#/Pet` in another. */
export const tellPlace = ({ library, documentUri, pointer }: Omit<Part, 'value'>): string =>
  `${documentUri === library.entryUri ? '' : tellUri(documentUri)}#${pointer}`

/** Formats a URI for messages: the path of a file, else the URI. */
export const tellUri = (uri: string): string => {
  if (!uri.startsWith('file:')) return uri
  try {
    // Like `fileURLToPath` of Node, which browsers lack.
    return decodeURIComponent(new URL(uri).pathname).replace(/^\/(?=[A-Za-z]:\/)/, '')
  } catch {
    return uri
  }
}

/** A part whose value is an object. */
export interface ObjectPart extends Part {
  readonly value: JsonObject
}

const refuse = (part: Part, what: string): DocumentError =>
  new DocumentError(`${tellPlace(part)} must be ${what}.`)

/** Asserts that a part is an object; throws {@link DocumentError} otherwise. */
export const asObject = (part: Part): ObjectPart => {
  if (!isObject(part.value)) throw refuse(part, 'an object')
  return { ...part, value: part.value }
}

/** The object under a key, or undefined if there is none; throws {@link DocumentError} if it is something else. */
export const findObject = (part: Part, key: string): ObjectPart | undefined => {
  const child = findChild(part, key)
  return child && asObject(child)
}

/** The items of the list under a key, none if it is absent; throws {@link DocumentError} if it is no list. */
export const listItems = (part: Part, key: string): readonly Part[] => {
  const list = findChild(part, key)
  if (list === undefined) return []
  if (!Array.isArray(list.value)) throw refuse(list, 'a list')
  return list.value.map(
    (_, index) => findChild(list, index) ?? { ...list, value: null, pointer: `${list.pointer}/${index}` },
  )
}

/** The entries of the object under a key, none if it is absent; an entry without a value is left out. */
export const mapEntries = (part: Part, key: string): readonly (readonly [string, Part])[] => {
  const map = findObject(part, key)
  return Object.keys(map?.value ?? {}).flatMap((name) => {
    const child = map && findChild(map, name)
    return child === undefined ? [] : [[name, child] as const]
  })
}

/** The text under a key, or undefined if there is none; throws {@link DocumentError} if it is something else. */
export const findText = (part: Part, key: string): string | undefined => {
  const child = findChild(part, key)
  if (child !== undefined && typeof child.value !== 'string') throw refuse(child, 'a text')
  return child?.value as string | undefined
}

/** The description of a part; empty if there is none. */
export const readDescription = (part: Part): string => {
  const text = findChild(part, 'description')?.value
  return typeof text === 'string' ? text : ''
}

/** The text under a key; throws {@link DocumentError} if there is none. */
export const getText = (part: Part, key: string): string => {
  const text = findText(part, key)
  if (text === undefined) throw new DocumentError(`${tellPlace(part)} needs the field \`${key}\`.`)
  return text
}

/** The text under a key, one of the given ones; throws {@link DocumentError} otherwise. */
export const getChoice = <T extends string>(part: Part, key: string, choices: readonly T[]): T => {
  const text = getText(part, key)
  const choice = choices.find((entry) => entry === text)
  if (choice === undefined)
    throw new DocumentError(
      `\`${key}\` at ${tellPlace(part)} must be one of ${choices.join(', ')}, not ${text}.`,
    )
  return choice
}

/** The flag under a key, or undefined if there is none; throws {@link DocumentError} if it is something else. */
export const findFlag = (part: Part, key: string): boolean | undefined => {
  const child = findChild(part, key)
  if (child !== undefined && typeof child.value !== 'boolean') throw refuse(child, 'true or false')
  return child?.value as boolean | undefined
}

/** Whether a value is a list of texts. */
export const isTextList = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The part after following Reference Objects. Throws {@link DocumentError} if one leads nowhere. */
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

/** The error for a reference that leads nowhere: the reference, its place and the reason. */
export const unresolved = (from: Omit<Part, 'value'>, reference: string, uri: string): DocumentError => {
  const { documents, failures } = from.library
  const nothing = documents.has(uri)
    ? 'there is nothing at that place'
    : 'bundle the documents into one first'
  const reason = failures.get(uri)?.replace(/\.$/, '') ?? nothing
  return new DocumentError(`The reference ${reference} at ${tellPlace(from)} cannot be resolved: ${reason}.`)
}

/** The document cannot be checked: it is no OpenAPI 3.0 to 3.2 or Swagger 2.0, cannot be read, or refers to nothing. One sentence says what to fix. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/** The entry document and everything that it refers to, parsed but not yet interpreted. */
export interface DocumentLibrary {
  readonly entryUri: string
  /** Parsed documents by absolute URI without a fragment. */
  readonly documents: ReadonlyMap<string, Json>
  readonly schemas: SchemaSet
  /** The reason why a referenced document could not be read, by URI; a mistake only if the reference is used. */
  readonly failures: ReadonlyMap<string, string>
  /** Texts that examples name by `externalValue`, by URI; one that cannot be read is absent. */
  readonly texts: ReadonlyMap<string, string>
  /** Schemas that are already known to be valid. */
  readonly soundSchemas: Set<SchemaNode>
  /** Notes about the document for the reader of a report; reading the document adds to them. */
  readonly notes: string[]
}

/** The version of an OpenAPI document; 3.2 counts as 3.1. Throws {@link DocumentError} for any other version. */
export const parseVersion = (root: Json): ApiDocument['version'] => {
  if (!isObject(root)) throw new DocumentError('The document must be an object with an `openapi` field.')
  const version = own(root, 'openapi')
  if (version === undefined && own(root, 'swagger') !== undefined)
    throw new DocumentError(
      'The document has a Swagger version other than 2.0: convert it to OpenAPI 3.0 or 3.1 first.',
    )
  if (version === undefined)
    throw new DocumentError('The document has no `openapi` field, such as `openapi: 3.1.0`.')
  const known = findVersion(version)
  if (known === undefined)
    throw new DocumentError(
      `The document is OpenAPI ${JSON.stringify(version)}: only 3.0, 3.1 and 3.2 can be checked.`,
    )
  return known
}

/** Whether the entry document is OpenAPI 3.2, so that its new fields apply. */
export const isVersion32 = ({ documents, entryUri }: DocumentLibrary): boolean =>
  /^"?3\.2/.test(JSON.stringify(own(documents.get(entryUri) ?? null, 'openapi') ?? null))

/** The version that an `openapi` field means, or undefined. Unquoted in YAML, 3.0 is the number 3. */
export const findVersion = (version: Json): ApiDocument['version'] | undefined => {
  const text = JSON.stringify(version)
  if (/^("3\.0(\..*)?"|3)$/.test(text)) return '3.0'
  return /^("3\.[12](\..*)?"|3\.[12])$/.test(text) ? '3.1' : undefined
}
