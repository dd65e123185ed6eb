import {
  type ApiBody,
  type ApiDocument,
  type ApiParameter,
  type ApiResponse,
  createResolver,
  exampleValue,
  type SecurityScheme,
} from '@contract-kit/openapi'
import { isJsonType } from '@contract-kit/openapi/wire'
import { parsePointer, writeJson } from '@contract-kit/json-schema/json'
import { resolveUri, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { isObject, type Json, type JsonObject, toObject, toText } from '../documents/json.ts'
import { chooseMedia, descriptionOf, jsonMediaOf, type McpOperation } from './operations.ts'

/** The most lines of a listing. Beyond that, a search is more useful. */
const maxListed = 150

/** Every operation on a line of its own, by tag. */
export function listAsMarkdown(operations: readonly McpOperation[]): string {
  if (operations.length === 0) return 'The document has no operations.'
  const shown = operations.slice(0, maxListed)
  const parts = Array.from(
    Map.groupBy(shown, ({ tag }) => tag),
    ([tag, ofTag]) => [...(tag === '' ? [] : [`## ${tag}`]), ...ofTag.map(toLine)].join('\n'),
  )
  const omitted = operations.length - shown.length
  if (omitted > 0) parts.push(`${omitted} more operations are not listed: find them by search_docs.`)
  return parts.join('\n\n')
}

function toLine({ id, method, path, summary, isDeprecated }: McpOperation): string {
  const request = `${method} ${path}`
  const text = [id === request ? '' : request, summary].filter((part) => part !== '').join(': ')
  return `- \`${id}\` ${text}${isDeprecated ? ' (deprecated)' : ''}`.trimEnd()
}

/** Describes an operation for a call: parameters, credentials, body with an example, responses, schemas. */
export function describeOperation(document: ApiDocument, operation: McpOperation): string {
  const { id, method, path, summary, description, body, responses, isDeprecated } = operation
  const schemas = new Map<string, Json>()
  const show: Show = (node) =>
    node === undefined ? 'any' : writeJson(shorten(document, node.schema, schemas))
  const parts = [
    `# ${id}`,
    `${method} ${path}${summary === '' ? '' : `: ${summary}`}${isDeprecated ? ' (deprecated)' : ''}`,
    description,
    describeCredentials(document, operation),
    describeParameters(operation, show),
    ...(body === undefined ? [] : [describeBody(body, show)]),
    '## Responses',
    Array.from(responses.values(), (response) => describeResponse(document, response, show)).join('\n'),
  ].filter((part) => part !== '')
  return [...parts, ...describeSchemas(schemas)].join('\n\n')
}

/** Shows a schema on a line. */
type Show = (schema: SchemaNode | undefined) => string

/** About 7,000 tokens. */
const maxSchemaLength = 24_000

/** Schemas in the order of first use. If too long, without descriptions; if still too long, by name only. */
function describeSchemas(schemas: ReadonlyMap<string, Json>): readonly string[] {
  if (schemas.size === 0) return []
  const whole = toSchemaLines(schemas)
  const isLong = whole.join('').length > maxSchemaLength
  const lines = isLong
    ? toSchemaLines(new Map(Array.from(schemas, ([name, schema]) => [name, withoutDescriptions(schema)])))
    : whole
  let length = 0
  const shown = lines.filter((line) => (length += line.length) <= maxSchemaLength)
  const left = [...schemas.keys()].slice(shown.length)
  return ['## Schemas', ...shown, ...(left.length > 0 ? [`Not shown, for length: ${left.join(', ')}.`] : [])]
}

function toSchemaLines(schemas: ReadonlyMap<string, Json>): readonly string[] {
  return Array.from(schemas, ([name, schema]) => `${name}: ${writeJson(schema)}`)
}

/** Removes descriptions, but keeps properties named "description", whose value is an object or a boolean. */
function withoutDescriptions(node: Json): Json {
  if (Array.isArray(node)) return node.map(withoutDescriptions)
  if (!isObject(node)) return node
  const kept = Object.entries(node).filter(
    ([key, value]) => key !== 'description' || typeof value !== 'string',
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutDescriptions(value)]))
}

function describeCredentials({ securitySchemes }: ApiDocument, { security }: McpOperation): string {
  if (security.length === 0) return 'Credentials: none.'
  const alternatives = security.map(({ schemes }) =>
    schemes.length === 0
      ? 'none'
      : schemes.map(({ name }) => `\`${name}\` (${describeScheme(securitySchemes.get(name))})`).join(' and '),
  )
  return `Credentials: ${alternatives.join(', or ')}.`
}

/** A short description of how a credential is sent (OpenAPI 3.1, Security Scheme Object). */
export function describeScheme(scheme: SecurityScheme | undefined): string {
  switch (scheme?.type) {
    case 'apiKey':
      return `an API key, sent in the ${scheme.in} ${scheme.parameterName}`
    case 'http':
      return scheme.scheme === 'basic' ? 'name:password' : 'a token, without its scheme'
    case 'mutualTLS':
      return 'a client certificate'
    default:
      return 'an access token'
  }
}

function describeParameters({ parameters }: McpOperation, show: Show): string {
  if (parameters.length === 0) return 'Parameters: none.'
  return ['## Parameters', parameters.map((parameter) => describeParameter(parameter, show)).join('\n')].join(
    '\n\n',
  )
}

function describeParameter(
  { name, in: place, required, description, schema }: ApiParameter,
  show: Show,
): string {
  // An inline schema often repeats the description of its parameter.
  const { description: repeated, ...type } = toObject(schema?.schema)
  const shown =
    schema === undefined || description.trim() === '' || repeated === undefined
      ? schema
      : { ...schema, schema: type }
  const text = [description.trim().replaceAll(/\s+/g, ' '), show(shown)]
    .filter((part) => part !== '')
    .join(' ')
  return `- \`${name}\` (${place}${required ? ', required' : ''}): ${text}`
}

function describeBody(body: ApiBody, show: Show): string {
  const chosen = chooseMedia(body)
  if (chosen === undefined) return ''
  const others = body.media.filter((media) => media !== chosen).map(({ contentType }) => contentType)
  const example = chosen.examples.length === 0 ? undefined : exampleValue(chosen)
  return [
    `## Body${body.required ? ' (required)' : ''}`,
    `${[chosen.contentType, ...others].join(', or ')}: ${show(chosen.schema)}`,
    ...(example === undefined ? [] : [`Example: ${writeJson(example)}`]),
  ].join('\n\n')
}

function describeResponse(document: ApiDocument, response: ApiResponse, show: Show): string {
  const { status, headers } = response
  const media = jsonMediaOf(response) ?? response.media[0]
  // All errors have the same schema, so the description is more useful.
  const isSuccess = status.startsWith('2') || status === 'default'
  return [
    `- ${status}: ${descriptionOf(document, response).replaceAll(/\s+/g, ' ')}`,
    ...(isSuccess && headers.length > 0 ? [`  Headers: ${headers.map(({ name }) => name).join(', ')}`] : []),
    ...(isSuccess && media !== undefined
      ? [`  Body: ${isJsonType(media.contentType) ? '' : `${media.contentType}: `}${show(media.schema)}`]
      : []),
  ].join('\n')
}

const schemaPrefix = '#/components/schemas/'

/** Keywords that are irrelevant for sending values. */
const omitted: ReadonlySet<string> = new Set(['title', 'example', 'examples', 'xml', 'externalDocs'])

/** A schema without examples and extensions, its references by name. The schemas that it refers to go into `schemas`. */
function shorten(document: ApiDocument, node: Json, schemas: Map<string, Json>): Json {
  if (Array.isArray(node)) return node.map((item) => shorten(document, item, schemas))
  if (!isObject(node)) return node
  const { $ref } = node
  if (typeof $ref === 'string' && $ref.startsWith(schemaPrefix)) addSchema(document, $ref, schemas)
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (key === '$ref') return [[key, nameOf(toText(value))]]
      if (key === 'properties' || key === 'patternProperties' || key === '$defs') {
        const members = Object.entries(toObject(value)).map(([name, schema]) => [
          name,
          shorten(document, schema, schemas),
        ])
        return [[key, Object.fromEntries(members) as JsonObject]]
      }
      return omitted.has(key) || key.startsWith('x-') ? [] : [[key, shorten(document, value, schemas)]]
    }),
  )
}

function addSchema(document: ApiDocument, reference: string, schemas: Map<string, Json>): void {
  const name = nameOf(reference)
  if (schemas.has(name)) return
  // Reserve the entry first, so that recursive schemas terminate.
  schemas.set(name, true)
  const schema = createResolver(document.raw).targetOf(reference)
  if (schema !== undefined) schemas.set(name, shorten(document, schema, schemas))
}

/** The last key of a reference. */
const nameOf = (reference: string): string =>
  parsePointer(resolveUri(reference, '').fragment).at(-1) ?? reference
