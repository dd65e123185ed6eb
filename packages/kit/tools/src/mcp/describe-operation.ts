import { isObject, type Json, type JsonObject, keysOf, nodeAt, toObject, toText } from '../documents/json.ts'
import { explicitExample } from '../samples/sample-value.ts'
import { resolveObject, textOf } from '../samples/sample-document.ts'
import { chooseMedia, jsonMediaOf, type McpOperation, type McpParameter } from './operations.ts'

/** More lines than this say less than a search. */
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

/** An operation as an assistant needs it to call it: parameters, credentials, body with an example, responses, schemas. */
export function describeOperation(document: JsonObject, operation: McpOperation): string {
  const { id, method, path, summary, description, body, responses, isDeprecated } = operation
  const schemas = new Map<string, Json>()
  const show = (schema: Json | undefined): string =>
    schema === undefined ? 'any' : JSON.stringify(shorten(document, schema, schemas))
  const parts = [
    `# ${id}`,
    `${method} ${path}${summary === '' ? '' : `: ${summary}`}${isDeprecated ? ' (deprecated)' : ''}`,
    description,
    describeCredentials(document, operation),
    describeParameters(operation, show),
    ...(body === undefined ? [] : [describeBody(document, body, show)]),
    '## Responses',
    Array.from(responses, ([status, response]) => describeResponse(document, status, response, show)).join(
      '\n',
    ),
  ].filter((part) => part !== '')
  return [...parts, ...describeSchemas(schemas)].join('\n\n')
}

/** About 7,000 tokens. */
const maxSchemaLength = 24_000

/** Schemas in the order of their first use. Where they are too long, without descriptions; what is still too long, by name. */
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
  return Array.from(schemas, ([name, schema]) => `${name}: ${JSON.stringify(schema)}`)
}

/** A property may be called "description": its value is an object or a boolean. */
function withoutDescriptions(node: Json): Json {
  if (Array.isArray(node)) return node.map(withoutDescriptions)
  if (!isObject(node)) return node
  const kept = Object.entries(node).filter(
    ([key, value]) => key !== 'description' || typeof value !== 'string',
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutDescriptions(value)]))
}

function describeCredentials(document: JsonObject, { security }: McpOperation): string {
  if (security.length === 0) return 'Credentials: none.'
  const schemes = toObject(toObject(document['components'])['securitySchemes'])
  const alternatives = security.map((names) =>
    names.length === 0
      ? 'none'
      : names
          .map((name) => `\`${name}\` (${describeScheme(resolveObject(document, schemes[name]))})`)
          .join(' and '),
  )
  return `Credentials: ${alternatives.join(', or ')}.`
}

/** How a credential is sent, in a few words (OpenAPI 3.1, Security Scheme Object). */
export function describeScheme(scheme: JsonObject): string {
  switch (scheme['type']) {
    case 'apiKey':
      return `an API key, sent in the ${textOf(scheme, 'in')} ${textOf(scheme, 'name')}`
    case 'http':
      return textOf(scheme, 'scheme').toLowerCase() === 'basic'
        ? 'name:password'
        : 'a token, without its scheme'
    case 'mutualTLS':
      return 'a client certificate'
    default:
      return 'an access token'
  }
}

function describeParameters(
  { parameters }: McpOperation,
  show: (schema: Json | undefined) => string,
): string {
  if (parameters.length === 0) return 'Parameters: none.'
  return ['## Parameters', parameters.map((parameter) => describeParameter(parameter, show)).join('\n')].join(
    '\n\n',
  )
}

function describeParameter(
  { name, place, required, description, schema }: McpParameter,
  show: (schema: Json | undefined) => string,
): string {
  // A schema in place often repeats the description of its parameter.
  const { description: repeated, ...type } = toObject(schema)
  const shown = description === '' || repeated === undefined ? schema : type
  const text = [description.replaceAll(/\s+/g, ' '), show(shown)].filter((part) => part !== '').join(' ')
  return `- \`${name}\` (${place}${required ? ', required' : ''}): ${text}`
}

function describeBody(
  document: JsonObject,
  body: JsonObject,
  show: (schema: Json | undefined) => string,
): string {
  const types = Object.keys(toObject(body['content']))
  const chosen = chooseMedia(document, body)
  if (chosen === undefined) return ''
  const others = types.filter((type) => type.toLowerCase() !== chosen.type)
  const example = explicitExample(document, chosen.media)
  return [
    `## Body${body['required'] === true ? ' (required)' : ''}`,
    `${chosen.type}${others.length > 0 ? `, or ${others.join(', ')}` : ''}: ${show(chosen.media['schema'])}`,
    ...(example === undefined ? [] : [`Example: ${JSON.stringify(example)}`]),
  ].join('\n\n')
}

function describeResponse(
  document: JsonObject,
  status: string,
  response: JsonObject,
  show: (schema: Json | undefined) => string,
): string {
  const description = textOf(response, 'description').trim().replaceAll(/\s+/g, ' ')
  const headers = Object.keys(toObject(response['headers']))
  const media = jsonMediaOf(document, response)
  // The shape of an error is the same for all: its description says more.
  const isSuccess = status.startsWith('2') || status === 'default'
  return [
    `- ${status}: ${description}`,
    ...(isSuccess && headers.length > 0 ? [`  Headers: ${headers.join(', ')}`] : []),
    ...(isSuccess && media !== undefined ? [`  Body: ${show(media['schema'])}`] : []),
  ].join('\n')
}

const schemaPrefix = '#/components/schemas/'

/** Keywords that say nothing about the values to send. */
const omitted: ReadonlySet<string> = new Set(['title', 'example', 'examples', 'xml', 'externalDocs'])

/** A schema without examples and extensions, its references by name. The schemas that it refers to go into `schemas`. */
function shorten(document: JsonObject, node: Json, schemas: Map<string, Json>): Json {
  if (Array.isArray(node)) return node.map((item) => shorten(document, item, schemas))
  if (!isObject(node)) return node
  const { $ref } = node
  if (typeof $ref === 'string' && $ref.startsWith(schemaPrefix)) addSchema(document, $ref, schemas)
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      if (key === '$ref') return [[key, keysOf(toText(value)).at(-1) ?? '']]
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

function addSchema(document: JsonObject, reference: string, schemas: Map<string, Json>): void {
  const name = keysOf(reference).at(-1) ?? ''
  if (schemas.has(name)) return
  // The place in the map is taken first, so that a schema which refers to itself ends here.
  schemas.set(name, true)
  const schema = nodeAt(document, reference)
  if (schema !== undefined) schemas.set(name, shorten(document, schema, schemas))
}
