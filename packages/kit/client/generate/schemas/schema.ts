import { findAt, isObject, type Json, type JsonObject, textsIn } from '@contract-kit/json-schema/json'
import {
  conjoinedWith,
  findFlag,
  findReferenced,
  keywordOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import type { ApiDocument, Placed } from '@contract-kit/openapi'

/** The schemas that one value has to satisfy, all of them; an empty list allows any value. */
export type Schema = readonly SchemaNode[]

/**
 * The users of a type: a `request` or a `response` alone, or both (`shared`). Only a request leaves out `readOnly` members, and
 * only a response leaves out `writeOnly` members. A `form` is a request whose fields may be files.
 */
export type Mode = 'request' | 'form' | 'response' | 'shared'

/** Whether a type is one of requests alone. */
export function isSent(mode: Mode): boolean {
  return mode === 'request' || mode === 'form'
}

/** The schema of a parameter, a header or a media type. */
export function schemaOf(part: { readonly schema: SchemaNode | undefined } | undefined): Schema {
  return part?.schema === undefined ? [] : [part.schema]
}

/** A part of the document as it is written: a schema of OpenAPI 3.0 with the description beside its reference. */
export function rawAt({ raw, uri }: ApiDocument, { documentUri, pointer }: Placed): JsonObject {
  // A parameter that the document does not declare has a schema of its own.
  const part = documentUri === uri ? findAt(raw, pointer) : undefined
  return isObject(part) ? part : {}
}

/** The schema that the references of a schema lead to, or the schema itself. */
export function behind(node: SchemaNode): SchemaNode {
  const target = findReferenced(node)
  return target === undefined ? node : behind(target)
}

/** The types that a schema itself allows; an empty list for any. */
export function typesIn(node: SchemaNode): readonly string[] {
  const type = keywordOf(node, 'type')
  return typeof type === 'string' ? [type] : textsIn(type)
}

/** Whether a schema allows null beside what it describes. OpenAPI 3.0 does by `nullable`, whatever the type. */
export function isNullable(node: SchemaNode): boolean {
  return keywordOf(node, 'nullable') === true || typesIn(node).includes('null')
}

/** Whether null is the only value. */
export function isNull(node: SchemaNode): boolean {
  const target = behind(node)
  const [type, ...others] = valuesIn(target) ?? typesIn(target)
  return others.length === 0 && (type === null || type === 'null')
}

/** The values of a `const` or an `enum`; `undefined` if there is neither. */
export function valuesOf(schema: Schema): readonly Json[] | undefined {
  for (const part of schema.flatMap((node) => [...conjoinedWith(node)])) {
    const values = valuesIn(part)
    if (values !== undefined) return values
  }
  return undefined
}

/** The values that a schema lists for itself. */
export function valuesIn(node: SchemaNode): readonly Json[] | undefined {
  const value = keywordOf(node, 'const')
  const values = value === undefined ? keywordOf(node, 'enum') : [value]
  return Array.isArray(values) ? values : undefined
}

/** The one value that a schema allows, in a list; the list is empty if it allows more. */
export function constantOf(schema: Schema): readonly Json[] {
  const values = valuesOf(schema)
  return values?.length === 1 ? values : []
}

/** Whether a schema allows strings, and perhaps null, and does not list them; a schema without a type has the inherited one. */
export function isAnyString(node: SchemaNode, inherited?: string): boolean {
  const target = behind(node)
  const [type = inherited, ...others] = typesIn(target).filter((one) => one !== 'null')
  return type === 'string' && others.length === 0 && valuesOf([target]) === undefined
}

/** Whether a schema is one of bytes, which travel apart from JSON. */
export function isBinary(node: SchemaNode): boolean {
  const target = behind(node)
  const isEncoded = keywordOf(target, 'contentEncoding') !== undefined
  return (
    keywordOf(target, 'format') === 'binary' ||
    (keywordOf(target, 'contentMediaType') !== undefined && !isEncoded)
  )
}

/** Whether a member is not in the values of a mode. */
export function isLeftOut(schema: Schema, mode: Mode): boolean {
  const flag = isSent(mode) ? 'readOnly' : 'writeOnly'
  return mode !== 'shared' && schema.some((node) => findFlag(node, flag) !== undefined)
}

/** The reference to a place of the document (RFC 6901, section 6). */
export function toReference(pointer: string): string {
  return `#${pointer.replaceAll('%', '%25')}`
}
