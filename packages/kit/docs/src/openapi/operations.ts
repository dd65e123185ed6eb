import { followReference, isObject, type JsonObject, referenceOf, toList, toObject, toText } from './json.ts'

/** Where a parameter travels. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** How a parameter is written (OpenAPI 3.1, Parameter Object, `style`). */
export type ParameterStyle =
  'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

/** One parameter of an operation. */
export interface Parameter {
  /** Place and name, unique in its operation: `path.shipId`. */
  readonly id: string
  readonly name: string
  readonly place: ParameterPlace
  readonly required: boolean
  /** Markdown. */
  readonly description: string
  /** The document's example or default as text, JSON for arrays and objects; empty without one. */
  readonly example: string
  /** The only values that the document knows, where it lists them. */
  readonly choices: readonly string[]
  readonly schema: JsonObject
  /** Equal for the parameters of different operations that mean the same thing. */
  readonly identity: string
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Reserved characters of RFC 3986 are sent as they are. */
  readonly allowReserved: boolean
  /** The value is sent as JSON: the parameter has `content` in place of `schema`. */
  readonly isJson: boolean
}

/** How a response leads on to another operation (OpenAPI 3.1, Link Object). */
export interface Link {
  readonly operationId: string
  readonly description: string
  readonly parameters: JsonObject
  readonly requestBody?: unknown
}

/** A named example of a body. */
export interface BodyExample {
  readonly name: string
  readonly summary: string
  readonly value: unknown
}

/** A body of one media type. */
export interface DeclaredBody {
  /** `application/json`. */
  readonly mediaType: string
  readonly schema: JsonObject | undefined
  readonly examples: readonly BodyExample[]
  /** By the name of a property: the media type and the headers of its part (OpenAPI 3.1, Encoding Object). */
  readonly encoding: JsonObject
}

/** What the document says of the responses with one status. */
export interface DeclaredResponse {
  /** Markdown. */
  readonly description: string
  /** The names of its headers, in lower case. */
  readonly headers: readonly string[]
  readonly bodies: readonly DeclaredBody[]
  readonly links: readonly Link[]
}

/** Security schemes that a request needs together, by name, with their scopes. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** An operation with every reference resolved, but those inside schemas. */
export interface Operation {
  /** The `operationId`; where the document gives none, or one that is taken, made of method and path. Unique. */
  readonly id: string
  /** Whether `id` is the document's own. */
  readonly isNamed: boolean
  /** Upper case. */
  readonly method: string
  /** With its parameters in braces; the name of a webhook. */
  readonly path: string
  readonly isWebhook: boolean
  /** The first tag, or empty. */
  readonly tag: string
  /** Method and path where the document has none. */
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly isDeprecated: boolean
  readonly parameters: readonly Parameter[]
  readonly bodies: readonly DeclaredBody[]
  readonly isBodyRequired: boolean
  /** By status, range (`4XX`) or `default`. */
  readonly responses: ReadonlyMap<string, DeclaredResponse>
  /** Alternatives: each of them suffices. Empty where the operation needs none. */
  readonly security: readonly SecurityRequirement[]
  /** The URL of its own server, where operation or path names one. */
  readonly server: string | undefined
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const places: readonly string[] = ['path', 'query', 'header', 'cookie'] satisfies ParameterPlace[]

/** Parameters that OpenAPI tells to ignore (3.1, Parameter Object), and one that browsers set themselves. */
const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization', 'user-agent'])

/** Every operation of a document in its order, webhooks last. */
export function listOperations(document: JsonObject): readonly Operation[] {
  const declared = (['paths', 'webhooks'] as const).flatMap((key) =>
    Object.entries(toObject(document[key])).flatMap(([path, value]) => {
      const item = followReference(document, value)
      return methods
        .filter((method) => isObject(item[method]))
        .map((method) => ({
          path,
          method,
          item,
          operation: toObject(item[method]),
          isWebhook: key === 'webhooks',
        }))
    }),
  )
  const taken = new Set<string>()
  const named = new Set(declared.map(({ operation }) => toText(operation['operationId'])))
  return declared.map((place) => {
    const own = toText(place.operation['operationId'])
    const isNamed = own !== '' && !taken.has(own)
    const id = isNamed
      ? own
      : unusedId(toSlug(`${place.method} ${place.path}`), new Set([...taken, ...named]))
    taken.add(id)
    return readOperation(document, place, id, isNamed)
  })
}

/** The declared response for a status: its own, else that of its range, else the default (OpenAPI 3.1, Responses Object). */
export function findResponse({ responses }: Operation, status: number): DeclaredResponse | undefined {
  const range = `${Math.floor(status / 100)}XX`
  return (
    responses.get(String(status)) ??
    responses.get(range) ??
    responses.get(range.toLowerCase()) ??
    responses.get('default')
  )
}

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function unusedId(id: string, taken: ReadonlySet<string>): string {
  let count = 1
  while (taken.has(count === 1 ? id : `${id}-${count}`)) count += 1
  return count === 1 ? id : `${id}-${count}`
}

interface OperationPlace {
  readonly path: string
  readonly method: string
  readonly item: JsonObject
  readonly operation: JsonObject
  readonly isWebhook: boolean
}

function readOperation(document: JsonObject, place: OperationPlace, id: string, isNamed: boolean): Operation {
  const { path, method, item, operation, isWebhook } = place
  const body = followReference(document, operation['requestBody'])
  const [server] = toList(operation['servers'] ?? item['servers'])
  return {
    id,
    isNamed,
    method: method.toUpperCase(),
    path,
    isWebhook,
    tag: toText(toList(operation['tags'])[0]),
    summary: toText(operation['summary'] ?? item['summary']) || `${method.toUpperCase()} ${path}`,
    description: toText(operation['description'] ?? item['description']),
    isDeprecated: operation['deprecated'] === true,
    parameters: readParameters(document, [...toList(operation['parameters']), ...toList(item['parameters'])]),
    bodies: readBodies(document, body),
    isBodyRequired: body['required'] === true,
    responses: readResponses(document, toObject(operation['responses'])),
    security: readSecurity(operation['security'] ?? document['security']),
    server: server === undefined ? undefined : toText(toObject(server)['url']),
  }
}

/** An empty requirement makes security optional; it is no alternative to choose. */
function readSecurity(declared: unknown): readonly SecurityRequirement[] {
  return toList(declared)
    .map((one) =>
      Object.fromEntries(
        Object.entries(toObject(one)).map(([name, scopes]) => [name, toList(scopes).map(toText)]),
      ),
    )
    .filter((requirement) => Object.keys(requirement).length > 0)
}

/** The parameters in the order path, query, header, cookie; those of the operation replace those of its path. */
function readParameters(document: JsonObject, declared: readonly unknown[]): readonly Parameter[] {
  const parameters = new Map<string, Parameter>()
  for (const one of declared) {
    const parameter = readParameter(document, one)
    if (parameter !== undefined && !parameters.has(parameter.id)) parameters.set(parameter.id, parameter)
  }
  return [...parameters.values()].toSorted((a, b) => places.indexOf(a.place) - places.indexOf(b.place))
}

const isPlace = (place: string): place is ParameterPlace => places.includes(place)

function readParameter(document: JsonObject, declared: unknown): Parameter | undefined {
  const parameter = followReference(document, declared)
  const name = toText(parameter['name'])
  const place = toText(parameter['in'])
  if (!isPlace(place) || (place === 'header' && ignoredHeaders.has(name.toLowerCase()))) return undefined
  const [media] = Object.values(toObject(parameter['content'])).map(toObject)
  const schema = followReference(document, media?.['schema'] ?? parameter['schema'])
  const items = followReference(document, schema['items'])
  const style = (toText(parameter['style']) ||
    (place === 'query' || place === 'cookie' ? 'form' : 'simple')) as ParameterStyle
  const [named] = readExamples(document, { ...media, ...parameter })
  const example =
    named?.value ??
    toList(schema['examples'])[0] ??
    schema['example'] ??
    schema['default'] ??
    items['example']
  return {
    id: `${place}.${name}`,
    name,
    place,
    required: parameter['required'] === true || place === 'path',
    description: toText(parameter['description'] ?? schema['description']),
    example: typeof example === 'object' && example !== null ? JSON.stringify(example) : toText(example),
    choices: ('const' in schema ? [schema['const']] : toList(schema['enum'])).map(toText),
    schema,
    identity: referenceOf(declared) || `${place}.${name}`,
    style,
    explode: typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form',
    allowReserved: parameter['allowReserved'] === true,
    isJson: media !== undefined,
  }
}

function readBodies(document: JsonObject, holder: JsonObject): readonly DeclaredBody[] {
  return Object.entries(toObject(holder['content'])).map(([mediaType, declared]) => {
    const media = followReference(document, declared)
    return {
      mediaType,
      schema: isObject(media['schema']) ? media['schema'] : undefined,
      examples: readBodyExamples(document, media),
      encoding: toObject(media['encoding']),
    }
  })
}

/** The examples of a media type, or else those of its schema. */
function readBodyExamples(document: JsonObject, media: JsonObject): readonly BodyExample[] {
  const own = readExamples(document, media)
  if (own.length > 0) return own
  const schema = followReference(document, media['schema'])
  const values = 'example' in schema ? [schema['example']] : toList(schema['examples'])
  return values.map((value, index) => ({
    name: `example-${index + 1}`,
    summary: `Example ${index + 1}`,
    value,
  }))
}

/** The named examples, or the only one (OpenAPI 3.1, Media Type Object and Parameter Object). */
function readExamples(document: JsonObject, holder: JsonObject): readonly BodyExample[] {
  const named = Object.entries(toObject(holder['examples'])).map(([name, declared]) => {
    const example = followReference(document, declared)
    return { name, summary: toText(example['summary']) || name, value: example['value'] }
  })
  if (named.length > 0 || !('example' in holder)) return named.filter(({ value }) => value !== undefined)
  return [{ name: 'example', summary: 'Example', value: holder['example'] }]
}

function readResponses(document: JsonObject, responses: JsonObject): ReadonlyMap<string, DeclaredResponse> {
  return new Map(
    Object.entries(responses).map(([status, declared]) => {
      const response = followReference(document, declared)
      const links = Object.values(toObject(response['links'])).map((link) => followReference(document, link))
      return [
        status,
        {
          description: toText(response['description']),
          headers: Object.keys(toObject(response['headers'])).map((name) => name.toLowerCase()),
          bodies: readBodies(document, response),
          links: links.map(readLink),
        },
      ]
    }),
  )
}

const readLink = (link: JsonObject): Link => ({
  operationId: toText(link['operationId']),
  description: toText(link['description']),
  parameters: toObject(link['parameters']),
  ...(isObject(link['requestBody']) ? { requestBody: link['requestBody'] } : {}),
})
