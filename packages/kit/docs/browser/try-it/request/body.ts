import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword, type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import type { ApiMedia } from '@contract-kit/openapi/open'
import { isFileOf, listParts, writeFormPairs } from '@contract-kit/openapi/wire'
import { toText } from '../../../src/openapi/json.ts'
import {
  choicesOf,
  findGiven,
  kindOfBody,
  propertiesOf,
  requiredOf,
  toFieldText,
  typesOf,
} from '../../../src/openapi/operations.ts'
import { toValue } from './typed.ts'

/** A body to send. */
export type RequestBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly parts: readonly BodyPart[] }
  | { readonly kind: 'file'; readonly file: File }

/** One part of a `multipart/form-data` body. */
export interface BodyPart {
  readonly name: string
  readonly value: string | File
  /** The media type of a text value. Default: plain text. */
  readonly mediaType?: string
}

/** A field of a form body. */
export interface PartField {
  readonly name: string
  readonly required: boolean
  /** Markdown. */
  readonly description: string
  readonly example: string
  readonly choices: readonly string[]
  readonly schema: SchemaNode
  readonly isFile: boolean
  readonly isList: boolean
}

/** The field values and files that the user entered for a body. */
export interface TypedParts {
  /** Values by field name. */
  readonly parts: Readonly<Record<string, string>>
  /** Files by field name; for a body that is a file, under the empty name. */
  readonly files: Readonly<Record<string, readonly File[]>>
}

/** Returns the fields of a form or multipart body. */
export function listPartFields(media: ApiMedia): readonly PartField[] {
  if (media.schema === undefined) return []
  const required = requiredOf(media.schema)
  return Array.from(propertiesOf(media.schema), ([name, schema]) => {
    const isList = typesOf(schema).includes('array')
    const item = isList ? schemasAt(schema, 'items')[0] : schema
    return {
      name,
      required: required.has(name),
      description: toText(findKeyword(schema, 'description')),
      example: toFieldText(findGiven(schema)),
      choices: typesOf(item).includes('boolean') ? ['true', 'false'] : choicesOf(item).map(toFieldText),
      schema,
      isFile: isFileOf(media, name),
      isList,
    }
  })
}

/** Returns the initial text of a body: the selected example, or a value generated from the schema. */
export function toExampleText(body: ApiMedia, value: Json | undefined): string {
  if (kindOfBody(body) !== 'json') return typeof value === 'string' ? value : ''
  return writeJson(value ?? {}, 2)
}

/** Returns the body to send; undefined if there is none. */
export function toRequestBody(
  body: ApiMedia,
  text: string,
  { parts, files }: TypedParts,
): RequestBody | undefined {
  const kind = kindOfBody(body)
  if (kind === 'json' || kind === 'text') return text === '' ? undefined : { kind: 'text', text }
  if (kind === 'file') {
    const file = files['']?.[0]
    return file === undefined ? undefined : { kind: 'file', file }
  }
  const fields = listPartFields(body)
  if (kind === 'multipart') {
    const filled = fields.flatMap((field) => toParts(body, field, parts, files))
    return filled.length === 0 ? undefined : { kind: 'parts', parts: filled }
  }
  const values = fields.flatMap(({ name, schema, isFile }) => {
    const typed = isFile ? (files[name]?.[0]?.name ?? '') : (parts[name] ?? '')
    return typed === '' ? [] : [[name, toValue(schema, typed)] as const]
  })
  if (values.length === 0) return undefined
  const pairs = writeFormPairs(body, Object.fromEntries(values))
  return { kind: 'text', text: pairs.map((pair) => pair.join('=')).join('&') }
}

function toParts(
  body: ApiMedia,
  { name, isFile, schema }: PartField,
  parts: TypedParts['parts'],
  files: TypedParts['files'],
): readonly BodyPart[] {
  if (isFile) return (files[name] ?? []).map((value) => ({ name, value }))
  const typed = parts[name] ?? ''
  if (typed === '') return []
  return listParts(body, { [name]: toValue(schema, typed) }).map(({ text, contentType }) => ({
    name,
    value: text,
    ...(contentType !== undefined && { mediaType: contentType }),
  }))
}
