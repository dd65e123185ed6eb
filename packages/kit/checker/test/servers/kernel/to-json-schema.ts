import type { Part } from './part.ts'
import { resolvePart } from './resolve-part.ts'

/** The direction of a value: requests omit read-only properties, and responses omit write-only ones. */
export type Direction = 'request' | 'answer'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Schemas which judge the same object as the one that holds them: that one closes it.
const besides = ['allOf', 'anyOf', 'if', 'then', 'else', 'not', 'dependentSchemas', 'contains']

const isForbidden = (document: Part, property: unknown, direction: Direction): boolean =>
  isObject(property) &&
  (resolvePart(document, property as Part)[direction === 'request' ? 'readOnly' : 'writeOnly'] as unknown) ===
    true

const toProperties = (document: Part, properties: unknown, direction: Direction): unknown =>
  Object.fromEntries(
    Object.entries(properties as object).map(([name, property]) => [
      name,
      direction === 'answer' && isForbidden(document, property, direction)
        ? false
        : toJsonSchema(document, property, direction),
    ]),
  )

/**
 * A schema of a document in the terms of JSON Schema 2020-12. In responses nothing is allowed beyond what is named, unless
 * `isOpen` or the schema itself says so.
 */
export const toJsonSchema = (
  document: Part,
  schema: unknown,
  direction: Direction,
  isOpen = false,
): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => toJsonSchema(document, item, direction, isOpen))
  if (!isObject(schema)) return schema
  const { nullable, exclusiveMinimum, ...rest } = schema
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, item]) => [
      name,
      name === 'properties'
        ? toProperties(document, item, direction)
        : toJsonSchema(document, item, direction, besides.includes(name)),
    ]),
  )
  if (exclusiveMinimum === true) Object.assign(copy, { exclusiveMinimum: rest.minimum })
  else if (exclusiveMinimum !== undefined) Object.assign(copy, { exclusiveMinimum })
  if (nullable === true) copy.type = [rest.type, 'null']
  const properties = (rest.properties ?? {}) as Record<string, unknown>
  const isClosable = direction === 'answer' && rest.properties !== undefined && !isOpen
  if (isClosable && rest.additionalProperties === undefined) copy.unevaluatedProperties = false
  if (Array.isArray(rest.required))
    copy.required = rest.required.filter(
      (name: string) => !isForbidden(document, properties[name], direction),
    )
  return copy
}

/** The shared schemas of a document. In responses one that others take up by `allOf` stays open; those others are closed. */
export const toSharedSchemas = (document: Part, direction: Direction): object => {
  const taken = /"allOf":\[\{"\$ref":"#\/components\/schemas\/(\w+)"/g
  const shared = new Set([...JSON.stringify(document).matchAll(taken)].map(([, name]) => name))
  return Object.fromEntries(
    Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
      name,
      toJsonSchema(document, schema, direction, shared.has(name)),
    ]),
  )
}
