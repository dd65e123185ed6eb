import { findAt, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { entityOf } from './names.ts'
import type { Sketch } from './sketch.ts'

/**
 * Resource names (Google AIP-122): the `name` of an item is `shops/s1/pets/p1`, its path takes `p1`, and references to it are the whole
 * name.
 */
const PROPERTY = 'name'

/** The resource that a property names, and the parameter of its path: a `{name}` takes the whole name. */
interface Named {
  readonly entity: string
  readonly parameter: string | undefined
}

/** Whether a text is a resource name of an entity, or a pattern of one: plural collections and ids in turn, last its own. */
const isNameOf = (text: string, entity: string): boolean => {
  const segments = text.split('/')
  return (
    segments.length % 2 === 0 &&
    segments.every((segment, at) => (at % 2 === 0 ? /^[a-z][\w-]*$/i.test(segment) : segment !== '')) &&
    entityOf(segments.at(-2) ?? '') === entity &&
    segments.at(-2)?.toLowerCase() !== entity
  )
}

/** Whether schemas describe resource names of an entity: by a pattern, an example, or a form such as `pets/{pet}` in the description. */
export const describesNames = (schemas: readonly SchemaNode[], entity: string): boolean => {
  const textsOf = (...keywords: readonly string[]): readonly string[] =>
    schemas
      .flatMap((node) => keywords.flatMap((keyword) => findKeyword(node, keyword) ?? []))
      .filter((text) => typeof text === 'string')
  const patterns = textsOf('pattern').map((text) =>
    text.replaceAll(/\[[^\]]*\]|\{[\d,]*\}/g, 'x').replaceAll(/^\^|\$$/g, ''),
  )
  const forms = textsOf('description').flatMap((text) => text.match(/[\w/{}-]+\/\{\w+\}/g) ?? [])
  return [...patterns, ...textsOf('example', 'examples'), ...forms].some((text) => isNameOf(text, entity))
}

/** Whether a property holds the resource name of an item, whose last segment is the id in the path. */
export const holdsName = (
  property: string,
  { nodes, value }: Sketch,
  { entity, parameter }: Named,
): boolean =>
  property === PROPERTY &&
  parameter !== PROPERTY &&
  (typeof value === 'string' ? isNameOf(value, entity) : describesNames(nodes, entity))

/** The id at a place that `findIds` returned: the value, or the last segment of a resource name. */
export const readId = (json: Json, pointer: string, named: Named): Json | undefined =>
  idOf(findAt(json, pointer), parsePointer(pointer).at(-1), named)

/** The id in a value of a property. */
export const idOf = (
  value: Json | undefined,
  property: string | undefined,
  { entity, parameter }: Named,
): Json | undefined =>
  typeof value === 'string' && property === PROPERTY && parameter !== PROPERTY && isNameOf(value, entity)
    ? value.slice(value.lastIndexOf('/') + 1)
    : value

/** The expression for an id at a pointer into a body, which reads the last segment of a resource name. */
export const idExpression = (
  root: Sketch,
  pointer: string,
  { entity, parameter, prefix = '' }: Named & { readonly prefix?: string },
): string => {
  const tokens = parsePointer(pointer)
  const sketch = tokens.reduce<Sketch | undefined>((at, token) => at?.fields().get(token)?.sketch, root)
  const isName = sketch !== undefined && holdsName(tokens.at(-1) ?? '', sketch, { entity, parameter })
  return `$response.body#${prefix}${pointer}${isName ? `#/{${parameter ?? 'id'}}` : ''}`
}
