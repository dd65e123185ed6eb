import {
  followReference,
  isObject,
  type JsonObject,
  toList,
  toObject,
  toText,
} from '../../../src/openapi/json.ts'
import type { DeclaredBody } from '../../../src/openapi/operations.ts'
import { toSample } from '../../../src/openapi/sample.ts'
import { toItems } from './parameters.ts'

/** How a body is typed: as text that is checked as JSON, as plain text, as fields, or as one file. */
export type BodyKind = 'json' | 'text' | 'form' | 'multipart' | 'file'

/** A body to send. */
export type RequestBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly parts: readonly BodyPart[] }
  | { readonly kind: 'file'; readonly file: File }

/** One part of a `multipart/form-data` body. */
export interface BodyPart {
  readonly name: string
  readonly value: string | File
  /** Of a value that is no file; plain text by default. */
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
  readonly schema: JsonObject
  readonly isFile: boolean
  readonly isList: boolean
}

/** What the reader has put into a body, beside its text. */
export interface TypedParts {
  /** By the name of the field. */
  readonly parts: Readonly<Record<string, string>>
  /** By the name of the field; of a body that is a file, under the empty name. */
  readonly files: Readonly<Record<string, readonly File[]>>
}

/** How a body of a media type is typed. */
export function kindOfBody(document: unknown, { mediaType, schema }: DeclaredBody): BodyKind {
  const type = mediaType.toLowerCase().split(';')[0]?.trim() ?? ''
  if (/^application\/json$|\+json$/.test(type)) return 'json'
  if (type === 'application/x-www-form-urlencoded') return 'form'
  if (type.startsWith('multipart/')) return 'multipart'
  const isBinary = isFileSchema(followReference(document, schema))
  return !isBinary && /^text\/|[/+](?:xml|yaml|json|graphql|javascript|x-ndjson|jsonl)|sql$/.test(type)
    ? 'text'
    : 'file'
}

/** The fields of a form or multipart body. */
export function listPartFields(document: unknown, { schema }: DeclaredBody): readonly PartField[] {
  const declared = followReference(document, schema)
  const parts = [declared, ...toList(declared['allOf']).map((part) => followReference(document, part))]
  const required = new Set(parts.flatMap((part) => toList(part['required']).map(toText)))
  return parts.flatMap((part) =>
    Object.entries(toObject(part['properties'])).map(([name, property]) => {
      const own = followReference(document, property)
      const isList = own['type'] === 'array'
      const item = isList ? followReference(document, own['items']) : own
      const example = own['example'] ?? toList(own['examples'])[0] ?? own['default']
      return {
        name,
        required: required.has(name),
        description: toText(own['description']),
        example: isObject(example) || Array.isArray(example) ? JSON.stringify(example) : toText(example),
        choices: item['type'] === 'boolean' ? ['true', 'false'] : toList(item['enum']).map(toText),
        schema: own,
        isFile: isFileSchema(item),
        isList,
      }
    }),
  )
}

/** Bytes (OpenAPI 3.0: `format: binary`; 3.1: no schema, or a string with `contentMediaType`). */
function isFileSchema(schema: JsonObject): boolean {
  return schema['format'] === 'binary' || ('contentMediaType' in schema && !('contentEncoding' in schema))
}

/** The text that a body begins with: the chosen example, or one made from the schema. */
export function toExampleText(document: unknown, body: DeclaredBody, value: unknown): string {
  if (kindOfBody(document, body) !== 'json') return typeof value === 'string' ? value : ''
  const sample = value ?? (body.schema === undefined ? {} : toSample(document, body.schema))
  return JSON.stringify(sample, null, 2)
}

/** The body that is sent; undefined where there is nothing to send. */
export function toRequestBody(
  document: unknown,
  body: DeclaredBody,
  text: string,
  { parts, files }: TypedParts,
): RequestBody | undefined {
  const kind = kindOfBody(document, body)
  if (kind === 'json' || kind === 'text') return text === '' ? undefined : { kind: 'text', text }
  if (kind === 'file') {
    const file = files['']?.[0]
    return file === undefined ? undefined : { kind: 'file', file }
  }
  const values = listPartFields(document, body).flatMap((field) =>
    toParts(field, body.encoding, parts[field.name] ?? '', files),
  )
  if (kind === 'multipart') return { kind: 'parts', parts: values }
  const fields = values.map(({ name, value }) => [name, typeof value === 'string' ? value : value.name])
  return values.length === 0 ? undefined : { kind: 'text', text: new URLSearchParams(fields).toString() }
}

function toParts(
  { name, isFile, isList, schema }: PartField,
  encoding: JsonObject,
  typed: string,
  files: TypedParts['files'],
): readonly BodyPart[] {
  if (isFile) return (files[name] ?? []).map((value) => ({ name, value }))
  if (typed === '') return []
  const declared = toText(toObject(encoding[name])['contentType'])
  const mediaType = declared !== '' ? declared : schema['type'] === 'object' ? 'application/json' : ''
  return (isList ? toItems(typed) : [typed]).map((value) => ({
    name,
    value,
    ...(mediaType === '' ? {} : { mediaType }),
  }))
}
