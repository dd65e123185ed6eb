import { appendTokens } from './json-pointer.ts'
import { isObject, own, type Json, type JsonObject } from './json.ts'
import { resolveUri } from './resolve-uri.ts'
import { dataKeywords, subschemaKeywords } from './subschema-keywords.ts'

/** A place that a reference can lead to. */
export interface SchemaPlace {
  readonly documentUri: string
  readonly pointer: string
}

/** A name that a schema gives itself, or the metaschema that its resource is written in. */
export interface Identifier {
  readonly kind: 'resource' | 'anchor' | 'dynamic-anchor' | 'metaschema'
  /** URI of the schema resource. */
  readonly baseUri: string
  /** Name of the anchor, URI of the metaschema; empty for a resource. */
  readonly name: string
  /** JSON Pointer in the document. */
  readonly pointer: string
}

interface Visit {
  readonly value: Json
  readonly pointer: string
  readonly baseUri: string
  readonly metaschema: string | undefined
}

/**
 * The names in a document, the certain before the doubtful: a name below an unknown keyword counts only where no schema
 * proper has it (JSON Schema 2020-12 Core, 8.2.1 and 9.4.2). In an OpenAPI document schemas begin at `schema` and `schemas`.
 */
export const findIdentifiers = (root: Json, baseUri: string): readonly Identifier[] => {
  const found = new Map<string, Identifier>()
  const doubtful: Visit[] = []

  const add = (identifier: Identifier): void => {
    const { kind, name } = identifier
    const key = kind === 'metaschema' || kind === 'resource' ? kind : `anchor ${name}`
    const scope = `${key} ${identifier.baseUri}`
    if (!found.has(scope)) found.set(scope, identifier)
  }

  const visitSchema = ({ value, pointer, baseUri: parentUri, metaschema: inherited }: Visit): void => {
    if (!isObject(value)) return
    const id = own(value, '$id')
    const here = typeof id === 'string' ? resolveUri(id, parentUri).uri : parentUri
    const stated = own(value, '$schema')
    const metaschema = typeof stated === 'string' ? resolveUri(stated, here).uri : inherited
    if (typeof id === 'string') add({ kind: 'resource', baseUri: here, name: '', pointer })
    if (metaschema !== undefined) add({ kind: 'metaschema', baseUri: here, name: metaschema, pointer })
    for (const identifier of anchorsOf(value, here, pointer)) add(identifier)
    for (const [keyword, argument] of Object.entries(value)) {
      const below = { value: argument, pointer: appendTokens(pointer, keyword), baseUri: here, metaschema }
      const shape = subschemaKeywords.get(keyword)
      if (shape === 'one') visitSchema(below)
      else if (shape !== undefined) visitEach(below, visitSchema)
      else if (!dataKeywords.has(keyword)) doubtful.push(below)
    }
  }

  const visitContainer = (visit: Visit): void => {
    if (!isObject(visit.value)) {
      visitEach(visit, visitContainer)
      return
    }
    for (const [key, value] of Object.entries(visit.value)) {
      const below = { ...visit, value, pointer: appendTokens(visit.pointer, key) }
      if (key === 'schema') visitSchema(below)
      else if (key === 'schemas') visitEach(below, visitSchema)
      else if (key !== 'example' && key !== 'examples') visitContainer(below)
    }
  }

  const visit: Visit = { value: root, pointer: '', baseUri, metaschema: undefined }
  if (typeof own(root, 'openapi') === 'string') visitContainer(visit)
  else visitSchema(visit)
  // The list grows while it is read: a doubtful schema may hold more unknown keywords.
  for (const next of doubtful) {
    if (Array.isArray(next.value)) visitEach(next, (below) => doubtful.push(below))
    else visitSchema(next)
  }
  return [...found.values()]
}

const anchorsOf = (schema: JsonObject, baseUri: string, pointer: string): Identifier[] =>
  (['$dynamicAnchor', '$anchor'] as const).flatMap((keyword) => {
    const name = own(schema, keyword)
    if (typeof name !== 'string') return []
    return [{ kind: keyword === '$anchor' ? 'anchor' : 'dynamic-anchor', baseUri, name, pointer }]
  })

const visitEach = (parent: Visit, visit: (below: Visit) => void): void => {
  const { value, pointer } = parent
  if (Array.isArray(value)) {
    value.forEach((item, index) => visit({ ...parent, value: item, pointer: appendTokens(pointer, index) }))
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      visit({ ...parent, value: item, pointer: appendTokens(pointer, key) })
  }
}
