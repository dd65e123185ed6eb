import type { DocumentPage } from './home-page.ts'
import {
  followReference,
  isObject,
  type JsonObject,
  parseJson,
  toList,
  toObject,
  toText,
} from './openapi/json.ts'
import type { BodyExample, DeclaredBody, Operation, Parameter } from './openapi/operations.ts'
import { titleOf } from './openapi/read-document.ts'
import { toSample } from './openapi/sample.ts'
import type { TryItOptions } from './try-it-options.ts'

/** The collection of a document beside its page: `reference.postman_collection.json`. */
export function toCollectionPath(page: string): string {
  return page.replace(/\.html$/, '.postman_collection.json')
}

/**
 * A document as a Postman collection (format 2.1), with a folder for each tag and a request for each operation. An operation
 * whose body has several examples is a folder with a request for each. Base URL and credentials are variables.
 */
export function toPostmanCollection(
  { document, operations }: DocumentPage,
  { auth = {}, session }: Pick<TryItOptions, 'auth' | 'session'>,
): JsonObject {
  const calls = operations.filter(({ isWebhook }) => !isWebhook)
  const byTag = Map.groupBy(calls, ({ tag }) => tag)
  const schemes = Object.keys(toObject(toObject(document['components'])['securitySchemes']))
  return {
    info: {
      name: titleOf(document),
      description: toText(toObject(document['info'])['description']),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: Array.from(byTag, ([tag, ofTag]) => {
      const items = ofTag.map((operation) => toItem(document, operation))
      return tag === '' ? items : [{ name: tag, item: items }]
    }).flat(),
    // A token that a response carries is sent with the next request.
    ...(session !== undefined && { event: [toSessionScript(session)] }),
    variable: [
      { key: 'baseUrl', value: toBaseUrl(document) },
      ...schemes.map((name) => ({ key: name, value: auth[name]?.value ?? '' })),
    ],
  }
}

/** The URL of the first server, its variables at their defaults. */
function toBaseUrl(document: JsonObject): string {
  const server = toObject(toList(document['servers'])[0])
  const variables = toObject(server['variables'])
  return toText(server['url'])
    .replaceAll(
      /\{([^}]+)\}/g,
      (match, name: string) => toText(toObject(variables[name])['default']) || match,
    )
    .replace(/\/$/, '')
}

function toSessionScript({ scheme, tokenHeader }: NonNullable<TryItOptions['session']>): JsonObject {
  return {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [
        `const token = pm.response.headers.get(${JSON.stringify(tokenHeader)})`,
        `if (token) pm.collectionVariables.set(${JSON.stringify(scheme)}, token.replace(/^Bearer /i, ''))`,
      ],
    },
  }
}

function toItem(document: JsonObject, operation: Operation): JsonObject {
  const { summary, description, bodies } = operation
  const [body] = bodies
  const examples = body?.examples ?? []
  const response = toResponses(operation)
  if (examples.length < 2)
    return {
      name: summary,
      request: toRequest(document, operation, body, examples[0]),
      response,
    }
  return {
    name: summary,
    description,
    item: examples.map((example, index) => ({
      name: example.summary,
      request: toRequest(document, operation, body, example),
      response: index === 0 ? response : [],
    })),
  }
}

function toRequest(
  document: JsonObject,
  operation: Operation,
  body: DeclaredBody | undefined,
  example: BodyExample | undefined,
): JsonObject {
  const { method, description, parameters } = operation
  const credentials = toCredentials(document, operation)
  const cookies = parameters.filter(({ place }) => place === 'cookie').map(toPair)
  const headers = [
    ...(body === undefined || body.mediaType === 'multipart/form-data'
      ? []
      : [{ key: 'Content-Type', value: body.mediaType }]),
    ...parameters.filter(({ place }) => place === 'header').map(toPair),
    ...(cookies.length === 0
      ? []
      : [{ key: 'Cookie', value: cookies.map(({ key, value }) => `${key}=${value}`).join('; ') }]),
    ...credentials.headers,
  ]
  return {
    method,
    description,
    header: headers,
    url: toUrl(operation, credentials.query),
    auth: credentials.auth,
    ...(body !== undefined && { body: toBody(document, body, example) }),
  }
}

/** A pair of Postman. One that is not required is there, and switched off. */
interface Pair {
  readonly key: string
  readonly value: string
  readonly description?: string
  readonly disabled?: boolean
}

function toPair({ name, example, choices, description, required }: Parameter): Pair {
  return {
    key: name,
    value: example || (choices[0] ?? ''),
    ...(description !== '' && { description }),
    ...(!required && { disabled: true }),
  }
}

/** A path parameter that fills a segment is one of Postman's; any other is its example. */
function toUrl({ path, parameters, server }: Operation, credentials: readonly Pair[]): JsonObject {
  const inPath = new Map(
    parameters.flatMap((parameter) =>
      parameter.place === 'path' ? [[parameter.name, toPair(parameter)] as const] : [],
    ),
  )
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => {
      const [, whole] = /^\{([^{}]+)\}$/.exec(segment) ?? []
      if (whole !== undefined) return `:${whole}`
      return segment.replaceAll(/\{([^{}]+)\}/g, (_match, name: string) => inPath.get(name)?.value ?? '')
    })
  const variable = [...inPath.values()].filter(({ key }) => segments.includes(`:${key}`))
  const query = [...parameters.filter(({ place }) => place === 'query').flatMap(toQueryPairs), ...credentials]
  const sent = query.filter(({ disabled }) => disabled !== true)
  const host = server ?? '{{baseUrl}}'
  return {
    raw: `${host}/${segments.join('/')}${sent.length === 0 ? '' : `?${sent.map(({ key, value }) => `${key}=${value}`).join('&')}`}`,
    host: [host],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}

/** Arrays as their style says: repeated, or joined (OpenAPI 3.1, Style Values). */
function toQueryPairs(parameter: Parameter): readonly Pair[] {
  const pair = toPair(parameter)
  const value = parameter.isJson ? undefined : parseJson(pair.value)
  const { style, explode, name } = parameter
  if (style === 'deepObject' && isObject(value))
    return Object.entries(value).map(([key, member]) => ({
      ...pair,
      key: `${name}[${key}]`,
      value: toText(member),
    }))
  if (!Array.isArray(value)) return [pair]
  const delimiter = style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? ' ' : ','
  return explode
    ? value.map((item) => ({ ...pair, value: toText(item) }))
    : [{ ...pair, value: value.map(toText).join(delimiter) }]
}

/**
 * The credentials of the first requirement, each a variable by the name of its scheme. Postman's own authorization holds one, so
 * API keys are headers, cookies or query parameters.
 */
function toCredentials(document: JsonObject, { security }: Operation) {
  const schemes = toObject(toObject(document['components'])['securitySchemes'])
  const headers: Pair[] = []
  const query: Pair[] = []
  let auth: JsonObject = { type: 'noauth' }
  for (const name of Object.keys(security[0] ?? {})) {
    const scheme = followReference(document, schemes[name])
    const value = `{{${name}}}`
    if (scheme['type'] === 'apiKey') {
      const key = toText(scheme['name'])
      if (scheme['in'] === 'query') query.push({ key, value })
      else if (scheme['in'] === 'cookie') headers.push({ key: 'Cookie', value: `${key}=${value}` })
      else headers.push({ key, value })
    } else if (toText(scheme['scheme']).toLowerCase() === 'basic') {
      const username = { key: 'username', value, type: 'string' }
      auth = { type: 'basic', basic: [username, { key: 'password', value: '', type: 'string' }] }
    } else if (scheme['type'] !== 'mutualTLS') {
      auth = { type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] }
    }
  }
  return { headers, query, auth }
}

function toBody(
  document: JsonObject,
  { mediaType, schema }: DeclaredBody,
  example: BodyExample | undefined,
): JsonObject {
  const value = example?.value ?? (schema === undefined ? '' : toSample(document, schema))
  if (isObject(value) && mediaType === 'application/x-www-form-urlencoded')
    return { mode: 'urlencoded', urlencoded: toFields(value) }
  if (isObject(value) && mediaType === 'multipart/form-data') {
    const properties = toObject(followReference(document, schema)['properties'])
    const formdata = toFields(value).map((field) => {
      const { format, contentMediaType } = followReference(document, properties[field.key])
      return format === 'binary' || contentMediaType !== undefined
        ? { key: field.key, type: 'file', src: [] }
        : { ...field, type: 'text' }
    })
    return { mode: 'formdata', formdata }
  }
  if (typeof value === 'string') return { mode: 'raw', raw: value }
  return {
    mode: 'raw',
    raw: JSON.stringify(value, null, 2),
    options: { raw: { language: 'json' } },
  }
}

function toFields(value: JsonObject): readonly Pair[] {
  return Object.entries(value).map(([key, member]) => ({
    key,
    value: typeof member === 'object' ? JSON.stringify(member) : toText(member),
  }))
}

/** The examples of every response. Ranges and `default` have no status to show. */
function toResponses({ responses }: Operation): readonly JsonObject[] {
  return Array.from(responses, ([status, { bodies }]) =>
    bodies.flatMap(({ mediaType, examples }) =>
      examples.map(({ summary, value }) => ({
        name: `${status}: ${summary}`,
        ...(/^\d{3}$/.test(status) && { code: Number(status) }),
        header: [{ key: 'Content-Type', value: mediaType }],
        body: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
        ...(mediaType.includes('json') && { _postman_previewlanguage: 'json' }),
      })),
    ),
  ).flat()
}
