import { isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiParameter,
  exampleValue,
  type NamedExample,
  parsePathTemplate,
} from '@contract-kit/openapi'
import {
  concreteMediaType,
  isFileOf,
  isJsonType,
  listParts,
  percentDecode,
  percentEncode,
  UnsendableError,
  writeContent,
  writeFormPairs,
  writeHeaderValue,
  writePairs,
  writePathText,
  writePathValue,
} from '@contract-kit/openapi/wire'
import type { DocumentPage } from './home-page.ts'
import { type JsonObject, toObject, toText } from './openapi/json.ts'
import {
  bodiesOf,
  choicesOf,
  describeParameter,
  findGiven,
  kindOfBody,
  type Operation,
  propertiesOf,
  requiredOf,
  summaryOf,
  toShownText,
} from './openapi/operations.ts'
import { titleOf } from './openapi/read-document.ts'
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
  return {
    info: {
      name: titleOf(document),
      description: toText(toObject(document.raw['info'])['description']),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: Array.from(byTag, ([tag, ofTag]) => {
      const items = ofTag.map((operation) => toItem(document, operation))
      return tag === '' ? items : [{ name: tag, item: items }]
    }).flat(),
    // A token that a response carries is sent with the next request.
    ...(session !== undefined && { event: [toSessionScript(session)] }),
    variable: [
      { key: 'baseUrl', value: (document.servers[0]?.url ?? '').replace(/\/$/, '') },
      ...Array.from(document.securitySchemes.keys(), (name) => ({
        key: name,
        value: auth[name]?.value ?? '',
      })),
    ],
  }
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

function toItem(document: ApiDocument, operation: Operation): JsonObject {
  const { summary, description } = operation
  const [body] = bodiesOf(operation)
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
      name: summaryOf(example),
      request: toRequest(document, operation, body, example),
      response: index === 0 ? response : [],
    })),
  }
}

function toRequest(
  document: ApiDocument,
  operation: Operation,
  body: ApiMedia | undefined,
  example: NamedExample | undefined,
): JsonObject {
  const { method, description, parameters } = operation
  const credentials = toCredentials(document, operation)
  const at = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const cookies = [...at('cookie').flatMap((parameter) => toPairs(parameter)), ...credentials.cookies]
  const headers = [
    ...(body === undefined || kindOfBody(body) === 'multipart'
      ? []
      : [{ key: 'Content-Type', value: concreteMediaType(body.contentType) }]),
    ...at('header').map(toHeader),
    ...Array.from(
      Map.groupBy(cookies, ({ disabled = false }) => disabled),
      ([disabled, same]) => toCookieHeader(same, disabled),
    ),
    ...credentials.headers,
  ]
  return {
    method,
    description,
    header: headers,
    url: toUrl(operation, credentials.query),
    auth: credentials.auth,
    ...(body !== undefined && { body: toBody(body, example) }),
  }
}

/** The cookies of a request in their one header; those that are not required are in another one, switched off. */
const toCookieHeader = (cookies: readonly Pair[], disabled: boolean): Pair => ({
  key: 'Cookie',
  value: cookies.map(({ key, value }) => `${key}=${value}`).join('; '),
  ...(disabled && { disabled }),
})

/** A pair of Postman. One that is not required is there, and switched off. */
interface Pair {
  readonly key: string
  readonly value: string
  readonly description?: string
  readonly disabled?: boolean
}

/** The value that a parameter begins with; undefined if the document has none. */
const valueOf = ({ schema, examples }: ApiParameter): Json | undefined =>
  findGiven(schema, examples) ?? choicesOf(schema)[0]

/** What is written for a parameter; `otherwise` for a value that the document has and that cannot be sent. */
function writeValue<Written>(
  parameter: ApiParameter,
  write: (value: Json) => Written,
  otherwise: Written,
): Written {
  const value = valueOf(parameter)
  try {
    return value === undefined ? otherwise : write(value)
  } catch (error) {
    if (error instanceof UnsendableError) return otherwise
    throw error
  }
}

const toPair = (parameter: ApiParameter, key: string, value: string): Pair => {
  const description = describeParameter(parameter)
  return {
    key,
    value,
    ...(description !== '' && { description }),
    ...(!parameter.required && { disabled: true }),
  }
}

const toHeader = (parameter: ApiParameter): Pair =>
  toPair(
    parameter,
    parameter.name,
    writeValue(parameter, (value) => writeHeaderValue(parameter, value) ?? '', ''),
  )

/** The pairs of a query parameter or a cookie, as they are sent but for what `show` decodes. */
function toPairs(parameter: ApiParameter, show = (text: string) => text): readonly Pair[] {
  const { contentType, name } = parameter
  const key = percentEncode(name)
  const write = (value: Json) =>
    contentType === undefined
      ? writePairs(parameter, value)
      : [[key, percentEncode(writeContent(contentType, value))] as const]
  const pairs = writeValue(parameter, write, [])
  return (pairs.length === 0 ? [[key, ''] as const] : pairs).map((pair) =>
    toPair(parameter, show(pair[0]), show(pair[1])),
  )
}

/** Decodes what Postman encodes itself, and what divides nothing where it stands as it is. */
const toReadable = (text: string, ofPlace: RegExp = inQuery): string =>
  text.replaceAll(ofPlace, percentDecode)

/** Blanks, letters of any script, and `!$'()*:@`. */
const inPath = /(?:%(?:[89A-F][\dA-F]|2[014789A]|3A|40))+/g
/** The same, `/`, `?`, `[` and `]`. */
const inQuery = /(?:%(?:[89A-F][\dA-F]|2[014789AF]|3[AF]|40|5[BD]))+/g

/** A path parameter that fills a segment is one of Postman's; any other is its example. */
function toUrl({ path, parameters, servers }: Operation, credentials: readonly Pair[]): JsonObject {
  const texts = new Map(
    parameters.flatMap((parameter) => {
      if (parameter.in !== 'path') return []
      const text = writeValue(parameter, (value) => writePathValue(parameter, value), '')
      return [[parameter.name, toPair(parameter, parameter.name, toReadable(text, inPath))] as const]
    }),
  )
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => {
      const [, whole] = /^\{([^{}]+)\}$/.exec(segment) ?? []
      if (whole !== undefined) return `:${whole}`
      return parsePathTemplate(segment)
        .map((piece) =>
          piece.kind === 'text' ? writePathText(piece.text) : (texts.get(piece.name)?.value ?? ''),
        )
        .join('')
        .replace(/^:/, '%3A')
    })
  const variable = [...texts.values()].filter(({ key }) => segments.includes(`:${key}`))
  const query = [
    ...parameters.flatMap((one) => (one.in === 'query' ? toPairs(one, toReadable) : [])),
    ...credentials,
  ]
  const sent = query.filter(({ disabled }) => disabled !== true)
  const host = servers?.[0]?.url ?? '{{baseUrl}}'
  return {
    raw: `${host}/${segments.join('/')}${sent.length === 0 ? '' : `?${sent.map(({ key, value }) => `${key}=${value}`).join('&')}`}`,
    host: [host],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}

/**
 * The credentials of the first requirement, each a variable by the name of its scheme. Postman's own authorization holds one, so
 * API keys are headers, cookies or query parameters.
 */
function toCredentials(document: ApiDocument, { security }: Operation) {
  const headers: Pair[] = []
  const query: Pair[] = []
  const cookies: Pair[] = []
  let auth: JsonObject = { type: 'noauth' }
  for (const { name } of security[0]?.schemes ?? []) {
    const scheme = document.securitySchemes.get(name)
    const value = `{{${name}}}`
    if (scheme?.type === 'apiKey') {
      const key = scheme.parameterName ?? ''
      const place = scheme.in === 'query' ? query : scheme.in === 'cookie' ? cookies : headers
      place.push({ key, value })
    } else if (scheme?.scheme === 'basic') {
      const username = { key: 'username', value, type: 'string' }
      auth = { type: 'basic', basic: [username, { key: 'password', value: '', type: 'string' }] }
    } else if (scheme?.type !== 'mutualTLS') {
      auth = { type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] }
    }
  }
  return { headers, query, cookies, auth }
}

function toBody(media: ApiMedia, example: NamedExample | undefined): JsonObject {
  const { schema, contentType } = media
  const value = example?.value ?? exampleValue({ schema, examples: [] }, 'request', true)
  switch (kindOfBody(media)) {
    case 'form':
      return { mode: 'urlencoded', urlencoded: isObject(value) ? toFields(media, value) : [] }
    case 'multipart':
      return { mode: 'formdata', formdata: toParts(media, isObject(value) ? value : {}) }
    case 'json':
      return {
        mode: 'raw',
        raw: value === undefined ? '' : writeJson(value, 2),
        options: { raw: { language: 'json' } },
      }
    case 'file':
      return { mode: 'file', file: {} }
    case 'text':
      return {
        mode: 'raw',
        raw: typeof value === 'string' ? value : '',
        ...(/[/+]xml$/.test(contentType) && { options: { raw: { language: 'xml' } } }),
      }
  }
}

/** Postman encodes the fields of a form itself. */
const toFields = (media: ApiMedia, value: Record<string, Json>): readonly Pair[] =>
  writeFormPairs(media, value).map((pair) => ({ key: percentDecode(pair[0]), value: percentDecode(pair[1]) }))

/** The parts of a body, and the files that it must have: their reader chooses them. */
function toParts(media: ApiMedia, value: Record<string, Json>): readonly JsonObject[] {
  const isFile = (name: string): boolean => isFileOf(media, name)
  const files = media.schema === undefined ? [] : [...propertiesOf(media.schema).keys()].filter(isFile)
  const required = media.schema === undefined ? new Set() : requiredOf(media.schema)
  const names = new Set([...Object.keys(value), ...files.filter((name) => required.has(name))])
  return [...names].flatMap((name): readonly JsonObject[] => {
    if (isFile(name)) return [{ key: name, type: 'file', src: [] }]
    return listParts(media, { [name]: value[name] ?? null }).map(({ text, contentType }) => ({
      key: name,
      value: text,
      type: 'text',
      ...(contentType !== undefined && { contentType }),
    }))
  })
}

/** The examples of every response. Ranges and `default` have no status to show. */
function toResponses({ responses }: Operation): readonly JsonObject[] {
  return Array.from(responses, ([status, { media }]) =>
    media.flatMap(({ contentType, examples }) =>
      examples.map((example) => ({
        name: `${status}: ${summaryOf(example)}`,
        ...(/^\d{3}$/.test(status) && { code: Number(status) }),
        header: [{ key: 'Content-Type', value: contentType }],
        body: isJsonType(contentType) ? writeJson(example.value, 2) : toShownText(example.value),
        ...(isJsonType(contentType) && { _postman_previewlanguage: 'json' }),
      })),
    ),
  ).flat()
}
