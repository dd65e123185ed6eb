import { findAt, isObject, type Json, type JsonObject, textsIn } from '@contract-kit/json-schema/json'
import {
  conjoinedWith,
  findFlag,
  findReferenced,
  keywordOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import type { ApiDocument, Placed } from '@contract-kit/openapi'

/** The schemas that a value must all satisfy. An empty list allows any value. */
export type Schema = readonly SchemaNode[]

/**
 * The use of a type: only in a `request`, only in a `response`, or in both (`shared`). Only a request omits `readOnly` members,
 * and only a response omits `writeOnly` members. A `form` is a request whose fields may be files.
 */
export type Mode = 'request' | 'form' | 'response' | 'shared'

/** Whether a type is used only in requests. */
export function isSent(mode: Mode): boolean {
  return mode === 'request' || mode === 'form'
}

/** Returns the schema of a parameter, a header or a media type; empty if there is none. */
export function schemaOf(part: { readonly schema: SchemaNode | undefined } | undefined): Schema {
  return part?.schema === undefined ? [] : [part.schema]
}

/** Returns a part of the document as written. A schema in OpenAPI 3.0 keeps the description next to its reference. */
export function rawAt({ raw, uri }: ApiDocument, { documentUri, pointer }: Placed): JsonObject {
  // The schema of a parameter that the document does not declare is outside the document.
  const part = documentUri === uri ? findAt(raw, pointer) : undefined
  return isObject(part) ? part : {}
}

/** Returns the schema that the references of a schema lead to, or the given schema if it has none. */
export function behind(node: SchemaNode): SchemaNode {
  const target = findReferenced(node)
  return target === undefined ? node : behind(target)
}

/** Returns the types in the `type` of a schema. An empty list allows any type. */
export function typesIn(node: SchemaNode): readonly string[] {
  const type = keywordOf(node, 'type')
  return typeof type === 'string' ? [type] : textsIn(type)
}

/** Whether a schema also allows null. In OpenAPI 3.0, `nullable` allows it for any type. */
export function isNullable(node: SchemaNode): boolean {
  return keywordOf(node, 'nullable') === true || typesIn(node).includes('null')
}

/** Whether null is the only allowed value. */
export function isNull(node: SchemaNode): boolean {
  const target = behind(node)
  const [type, ...others] = valuesIn(target) ?? typesIn(target)
  return others.length === 0 && (type === null || type === 'null')
}

/** Returns the values of a `const` or an `enum`, also from references and `allOf`; `undefined` if there is neither. */
export function valuesOf(schema: Schema): readonly Json[] | undefined {
  for (const part of schema.flatMap(conjoinedWith)) {
    const values = valuesIn(part)
    if (values !== undefined) return values
  }
  return undefined
}

/** Returns the values of a schema's own `const` or `enum`; `undefined` if there is neither. */
export function valuesIn(node: SchemaNode): readonly Json[] | undefined {
  const value = keywordOf(node, 'const')
  const values = value === undefined ? keywordOf(node, 'enum') : [value]
  return Array.isArray(values) ? values : undefined
}

/** Returns the only value that a schema allows, in a list; the list is empty if it allows more. */
export function constantOf(schema: Schema): readonly Json[] {
  const values = valuesOf(schema)
  return values?.length === 1 ? values : []
}

/** Whether a schema allows strings, and possibly null, without listing them. A schema without a type has the inherited type. */
export function isAnyString(node: SchemaNode, inherited?: string): boolean {
  const target = behind(node)
  const [type = inherited, ...others] = typesIn(target).filter((one) => one !== 'null')
  return type === 'string' && others.length === 0 && valuesOf([target]) === undefined
}

/** Whether a schema describes bytes, which are not sent as JSON. */
export function isBinary(node: SchemaNode): boolean {
  const target = behind(node)
  const isEncoded = keywordOf(target, 'contentEncoding') !== undefined
  return (
    keywordOf(target, 'format') === 'binary' ||
    (keywordOf(target, 'contentMediaType') !== undefined && !isEncoded)
  )
}

/** Whether values of a mode omit a member. */
export function isLeftOut(schema: Schema, mode: Mode): boolean {
  const flag = isSent(mode) ? 'readOnly' : 'writeOnly'
  return mode !== 'shared' && schema.some((node) => findFlag(node, flag) !== undefined)
}

/** Returns the reference to a location in the document (RFC 6901, section 6). */
export function toReference(pointer: string): string {
  return `#${pointer.replaceAll('%', '%25')}`
}
