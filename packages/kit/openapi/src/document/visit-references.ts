import {
  appendTokens,
  findAt,
  isObject,
  type Json,
  type JsonObject,
  own,
  parsePointer,
  resolveUri,
} from '@contract-kit/json-schema/json'

/** A reference in a document. */
export interface WrittenReference {
  /** The absolute URI of its document, without a fragment. */
  readonly uri: string
  readonly fragment: string
  /** The reference as written. */
  readonly text: string
  /** The object and key that hold the reference. */
  readonly holder: JsonObject
  readonly key: string
  /** Whether it refers to a text, not to a part of a document (`externalValue`). */
  readonly isText: boolean
  /** The base that it is relative to: the nearest `$id`, else the document. */
  readonly base: string
  /** JSON Pointer of its holder. */
  readonly pointer: string
}

/** The kinds of document parts that the visitor distinguishes. */
interface ReferenceVisitor {
  readonly reference: (reference: WrittenReference) => void
  /** A data value, in which `$ref` is not a reference. */
  readonly data?: (value: Json) => void
  /** A schema with an `$id`. */
  readonly identified?: (schema: JsonObject) => void
}

/** The kind of an object's member names: keywords, free names, or free names except for `x-` extensions. */
type Members = 'keywords' | 'names' | 'names and extensions' | 'link names' | 'link'

/** Keywords whose values are data. */
const DATA_KEYWORDS = new Set(['const', 'default', 'enum', 'example', 'value', 'dataValue'])

const NAME_KEYWORDS: ReadonlyMap<string, Members> = new Map<string, Members>([
  ...`properties patternProperties $defs definitions dependentSchemas schemas parameters examples requestBodies headers
  securitySchemes securityDefinitions callbacks pathItems content encoding mediaTypes additionalOperations mapping scopes variables`
    .split(/\s+/)
    .map((keyword) => [keyword, 'names'] as const),
  ['paths', 'names and extensions'],
  ['webhooks', 'names and extensions'],
  ['responses', 'names and extensions'],
  ['links', 'link names'],
])

/** Link parameters and bodies are data (OpenAPI 3.1, "Link Object"). */
const LINK_DATA = new Set(['parameters', 'requestBody'])

/**
 * Visits each reference of a document in order, and each data value: examples, defaults, constants and extensions. An
 * extension that a reference leads into is not data. `$id` changes the base of the references below it (JSON Schema 2020-12, 8.2.1).
 * `referred` holds the fragments of references from other documents, and gets those of this one.
 */
export const visitReferences = (
  root: Json,
  documentUri: string,
  visitor: ReferenceVisitor,
  referred: Set<string> = new Set(),
): void => {
  const isSwagger = own(root, 'swagger') !== undefined
  const extensions = new Map<string, { readonly value: Json; readonly base: string }>()
  const path: (string | number)[] = []
  const pointer = (): string => appendTokens('', ...path)

  const refer = (holder: JsonObject, key: string, base: string, isText = false): void => {
    const text = holder[key] as string
    const { uri, fragment } = resolveUri(text, base)
    if (fragment.includes('/x-')) referred.add(fragment)
    visitor.reference({
      uri,
      fragment,
      text,
      holder,
      key,
      isText,
      base,
      pointer: appendTokens('', ...path.slice(0, -1)),
    })
  }
  const visitKeyword = (holder: JsonObject, key: string, value: Json, base: string): void => {
    if (key.startsWith('x-')) extensions.set(pointer(), { value, base })
    else if (key === '$ref' || key === '$dynamicRef') {
      if (typeof value === 'string') refer(holder, key, base)
    } else if (key === 'externalValue') {
      if (typeof value === 'string') refer(holder, key, documentUri, true)
    } else if (DATA_KEYWORDS.has(key) || (key === 'examples' && (Array.isArray(value) || isSwagger)))
      visitor.data?.(value)
    else if (key === 'mapping') visitMapping(value, base)
    else visit(value, base, NAME_KEYWORDS.get(key) ?? 'keywords')
  }
  // A bare name means a schema; anything with a slash or the name of a file is a reference (OpenAPI 3.1, "Discriminator Object").
  const visitMapping = (mapping: Json, base: string): void => {
    for (const [name, target] of Object.entries(isObject(mapping) ? mapping : {}))
      if (typeof target === 'string' && /\/|\.(?:ya?ml|json)(?:#|$)/.test(target))
        refer(mapping as JsonObject, name, base)
  }
  const visit = (value: Json, base: string, members: Members): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        if (typeof item === 'object') within(index, () => visit(item, base, 'keywords'))
    }
    if (!isObject(value)) return
    const id = members === 'keywords' ? own(value, '$id') : undefined
    const here = typeof id === 'string' ? resolveUri(id, base).uri : base
    if (typeof id === 'string') visitor.identified?.(value)
    for (const key of Object.keys(value)) {
      const child = value[key] as Json
      if (typeof child !== 'object' && typeof child !== 'string') continue
      within(key, () => {
        if (members === 'names' || (members === 'names and extensions' && !key.startsWith('x-')))
          visit(child, here, 'keywords')
        else if (members === 'link names') visit(child, here, 'link')
        else if (members === 'link' && LINK_DATA.has(key)) visitor.data?.(child)
        else visitKeyword(value, key, child, here)
      })
    }
  }
  const within = (token: string | number, work: () => void): void => {
    path.push(token)
    work()
    path.pop()
  }
  visit(root, documentUri, 'keywords')
  // This may find references to further extensions.
  for (
    let found = findReferred(extensions, referred);
    found !== undefined;
    found = findReferred(extensions, referred)
  ) {
    const extension = extensions.get(found)
    extensions.delete(found)
    path.splice(0, path.length, ...parsePointer(found))
    if (extension !== undefined) visit(extension.value, extension.base, 'keywords')
  }
  for (const { value } of extensions.values()) visitor.data?.(value)
}

/** The broken references among documents, by URI: their target is missing, or they form a cycle. */
export const findLostReferences = (
  references: readonly WrittenReference[],
  documents: ReadonlyMap<string, Json>,
): readonly WrittenReference[] => {
  const isLost = (uri: string, fragment: string, passed: ReadonlySet<string>): boolean => {
    const document = documents.get(uri)
    if (document === undefined || (fragment !== '' && !fragment.startsWith('/'))) return false
    const place = `${uri}#${fragment}`
    const value = findAt(document, fragment)
    if (value === undefined || passed.has(place)) return true
    const next = own(value, '$ref')
    if (typeof next !== 'string') return false
    const target = resolveUri(next, uri)
    return isLost(target.uri, target.fragment, new Set([...passed, place]))
  }
  return references.filter(
    ({ uri, fragment, base, isText }) => !isText && documents.has(base) && isLost(uri, fragment, new Set()),
  )
}

const findReferred = (extensions: ReadonlyMap<string, unknown>, referred: ReadonlySet<string>) =>
  referred.size === 0
    ? undefined
    : [...extensions.keys()].find((place) =>
        [...referred].some((fragment) => fragment === place || fragment.startsWith(`${place}/`)),
      )
