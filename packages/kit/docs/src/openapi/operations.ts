import { isObject, type Json, own, tryJson, writeJson } from '@contract-kit/json-schema/json'
import { findKeyword, outlineOf, type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  createResolver,
  essenceOf,
  type NamedExample,
} from '@contract-kit/openapi/open'
import { concreteMediaType, mediaKindOf } from '@contract-kit/openapi/wire'
import { toList, toText } from './json.ts'

/** An operation for the pages, with its anchor and texts. */
export interface Operation extends ApiOperation {
  /** The `operationId`; if it is missing or a duplicate, made of method and path. Unique. */
  readonly id: string
  /** Whether `id` is the document's own. */
  readonly isNamed: boolean
  /** The anchor for links. */
  readonly linkedAs: string
  readonly isWebhook: boolean
  /** The first tag, or empty. */
  readonly tag: string
  /** Default: method and path. */
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly isDeprecated: boolean
}

const isNamed = ({ id, raw }: ApiOperation): boolean => id === raw['operationId']

/** Every operation of a document in its order, webhooks last. */
export function listOperations(document: ApiDocument): readonly Operation[] {
  const all = [...document.operations, ...document.webhooks]
  const usedNames = new Set(all.filter(isNamed).map(({ id }) => id))
  const { follow } = createResolver(document.raw)
  return all.map((operation) => {
    const { raw, method, path, parameters, security, tags } = operation
    const isWebhook = document.webhooks.includes(operation)
    const item = follow(own(own(document.raw, isWebhook ? 'webhooks' : 'paths'), path))
    const id = isNamed(operation) ? operation.id : unusedId(toSlug(`${method} ${path}`), usedNames)
    usedNames.add(id)
    return {
      ...operation,
      id,
      isNamed: isNamed(operation),
      linkedAs: operation.id,
      isWebhook,
      tag: tags[0] ?? '',
      summary: toText(raw['summary'] ?? own(item, 'summary')) || `${method} ${path}`,
      description: toText(raw['description'] ?? own(item, 'description')),
      isDeprecated: raw['deprecated'] === true,
      parameters: parameters.toSorted((a, b) => places.indexOf(a.in) - places.indexOf(b.in)),
      // Anonymous access makes security optional; it is not an alternative.
      security: security.filter(({ schemes }) => schemes.length > 0),
    }
  })
}

const places: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ApiParameter['in'][]

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function unusedId(id: string, usedNames: ReadonlySet<string>): string {
  let count = 1
  while (usedNames.has(count === 1 ? id : `${id}-${count}`)) count += 1
  return count === 1 ? id : `${id}-${count}`
}

/** The bodies that an operation takes, by media type. */
export const bodiesOf = ({ body }: ApiOperation): readonly ApiMedia[] => body?.media ?? []

/** The description of a parameter, or of its schema. */
export const describeParameter = ({ description, schema }: ApiParameter): string =>
  description || toText(schema && findKeyword(schema, 'description'))

/** A short summary of an example. */
export function summaryOf({ name, summary }: NamedExample): string {
  if (summary !== '') return summary
  if (name === 'example') return 'Example'
  return /^\d+$/.test(name) ? `Example ${Number(name) + 1}` : name
}

/** Formats a value for a page: a string as is, anything else as JSON. */
export const toShownText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value, 2))

/** Formats a value for a form field: a string as is, lists and objects as JSON. */
export const toFieldText = (value: Json | undefined): string =>
  typeof value === 'object' && value !== null ? writeJson(value) : toText(value)

/** The same for equivalent parameters of different operations. */
export const identityOf = ({ pointer, in: place, name }: ApiParameter): string =>
  pointer.startsWith('/components/') ? pointer : `${place}.${name}`

/** The example or default of a parameter, or of a part of a form; undefined without one. */
export function findGiven(
  schema: SchemaNode | undefined,
  examples: readonly NamedExample[] = [],
): Json | undefined {
  const [first] = examples
  if (first !== undefined || schema === undefined) return first?.value
  const [item] = schemasAt(schema, 'items')
  const ofItem = item && findKeyword(item, 'example')
  return (
    findKeyword(schema, 'example') ??
    (toList(findKeyword(schema, 'examples'))[0] as Json | undefined) ??
    findKeyword(schema, 'default') ??
    (ofItem === undefined ? undefined : [ofItem])
  )
}

/** The values that a schema lists. */
export function choicesOf(schema: SchemaNode | undefined): readonly Json[] {
  if (schema === undefined) return []
  const only = findKeyword(schema, 'const')
  return only === undefined ? (toList(findKeyword(schema, 'enum')) as Json[]) : [only]
}

/** The types of a schema. */
export function typesOf(schema: SchemaNode | undefined): readonly string[] {
  const type = schema && findKeyword(schema, 'type')
  return typeof type === 'string' ? [type] : toList(type).map(toText)
}

/** The properties of an object and their schemas. Alternatives are left out. */
export function propertiesOf(schema: SchemaNode): ReadonlyMap<string, SchemaNode> {
  return new Map(
    outlineOf(schema).always.flatMap((part) => {
      const properties = findOwn(part, 'properties')
      return Object.keys(isObject(properties) ? properties : {}).map(
        (name) => [name, part.set.child(part, 'properties', name)] as const,
      )
    }),
  )
}

/** The required properties of an object. */
export function requiredOf(schema: SchemaNode): ReadonlySet<string> {
  return new Set(outlineOf(schema).always.flatMap((part) => toList(findOwn(part, 'required')).map(toText)))
}

const findOwn = ({ schema }: SchemaNode, keyword: string): Json | undefined =>
  isObject(schema) ? schema[keyword] : undefined

/** How a body is entered: as JSON text, as plain text, as fields, or as one file. */
export type BodyKind = 'json' | 'text' | 'form' | 'multipart' | 'file'

/** How a body of a media type is entered. */
export function kindOfBody({ contentType, schema }: ApiMedia): BodyKind {
  const type = essenceOf(concreteMediaType(contentType))
  const kind = mediaKindOf(type)
  if (kind === 'json' || kind === 'form') return kind
  if (type.startsWith('multipart/')) return 'multipart'
  const isText = kind === 'text' || /[/+](?:xml|yaml|json|graphql|javascript|x-ndjson|jsonl)|sql$/.test(type)
  return isText && !isFileSchema(schema) ? 'text' : 'file'
}

/** Bytes (OpenAPI 3.0: `format: binary`; 3.1: no schema, or a string with `contentMediaType`). */
const isFileSchema = (schema: SchemaNode | undefined): boolean =>
  schema !== undefined &&
  (findKeyword(schema, 'format') === 'binary' ||
    (findKeyword(schema, 'contentMediaType') !== undefined &&
      findKeyword(schema, 'contentEncoding') === undefined))

/** The value of a JSON text; undefined if it is invalid. */
export const parseJson = (text: string): Json | undefined => tryJson(text)?.value
