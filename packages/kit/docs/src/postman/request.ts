import {
  isNumber,
  isObject,
  type Json,
  own,
  parsePointer,
  readPointer,
  writeJson,
} from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiParameter,
  essenceOf,
  exampleBody,
  type ExampleBody,
  exampleParameter,
  exampleValue,
  firstSuccess,
  type NamedExample,
  parsePathTemplate,
  pickMedia,
  writeExampleBody,
} from '@contract-kit/openapi'
import {
  BODILESS_METHODS,
  concreteMediaType,
  decodePlaceholders,
  isJsonType,
  percentDecode,
  percentEncode,
  placeCredential,
  splitPlaceholders,
  toPlaceholder,
  UnsendableError,
  writeFormPairs,
  writeHeaderValue,
  writeParameter,
  writePathText,
  writePathValue,
  type WrittenPart,
} from '@contract-kit/openapi/wire'
import { findIdempotencyKey } from '@contract-kit/resources/exchanges'
import type { JsonObject } from '../openapi/json.ts'
import { describeParameter, type Operation } from '../openapi/operations.ts'
import type { FlowPlace } from './flow.ts'

/** A request to write. */
export interface RequestParts {
  readonly document: ApiDocument
  readonly operation: Operation
  /** The example for its body. Default: made from the document. */
  readonly example: NamedExample | undefined
  /** The places whose values are in variables. */
  readonly places: readonly FlowPlace[]
  /** The name of the variable with the base URL. */
  readonly baseUrl: string
}

/** The request of an operation in Postman's format (2.1). */
export function toRequest(parts: RequestParts): JsonObject {
  const { document, operation } = parts
  const { method, description } = operation
  const parameters = operation.parameters.map((parameter) => ({
    parameter,
    value: toValue(parts, parameter),
  }))
  const at = (place: ApiParameter['in']) => parameters.filter(({ parameter }) => parameter.in === place)
  const credentials = toCredentials(document, operation)
  const cookies = [...at('cookie').flatMap((one) => toPairs(one)), ...credentials.cookies]
  const accepted = pickMedia(firstSuccess(operation)?.media ?? [])
  const body = toBody(parts)
  return {
    method,
    description,
    header: [
      ...(accepted === undefined ? [] : [{ key: 'Accept', value: essenceOf(accepted.contentType) }]),
      ...(body?.contentType === undefined ? [] : [{ key: 'Content-Type', value: body.contentType }]),
      ...at('header').map(toHeader),
      ...Array.from(
        Map.groupBy(cookies, ({ disabled = false }) => disabled),
        ([disabled, same]) => toCookieHeader(same, disabled),
      ),
      ...credentials.headers,
    ],
    url: toUrl(parts, at('path'), [
      ...at('query').flatMap((one) => toPairs(one, toReadable)),
      ...credentials.query,
    ]),
    auth: credentials.auth,
    ...(body !== undefined && { body: body.content }),
  }
}

/** A Postman key-value pair. Optional ones are disabled. */
interface Pair {
  readonly key: string
  readonly value: string
  readonly description?: string
  readonly disabled?: boolean
}

interface ParameterValue {
  readonly parameter: ApiParameter
  readonly value: Json
}

/** The value of a parameter: a variable, a new idempotency key for each request, or an example. */
function toValue({ operation, places }: RequestParts, parameter: ApiParameter): Json {
  const place = places.find(({ location, name }) => location === parameter.in && name === parameter.name)
  if (place !== undefined) return toPlaceholder(place.variable.name)
  const { schema } = parameter
  const isKey = parameter === findIdempotencyKey(operation)
  if (isKey && (schema === undefined || isValid(schema, '8c6a2b3e-5f0d-4a8e-9b1c-2d7f4e6a9c01')))
    return '{{$guid}}'
  return exampleParameter(parameter)
}

/** Converts the placeholders of a serialized text to collection variables. */
const withVariables = (written: string): string =>
  splitPlaceholders(decodePlaceholders(written))
    .map((part, index) => (index % 2 === 1 ? `{{${part}}}` : part))
    .join('')

/** The serialized value; `otherwise` if it cannot be sent. */
function writeOr<Written>(write: () => Written, otherwise: Written): Written {
  try {
    return write()
  } catch (error) {
    if (error instanceof UnsendableError) return otherwise
    throw error
  }
}

const toPair = (parameter: ApiParameter, key: string, written: string): Pair => {
  const description = describeParameter(parameter)
  return {
    key,
    value: withVariables(written),
    ...(description !== '' && { description }),
    ...(!parameter.required && { disabled: true }),
  }
}

const toHeader = ({ parameter, value }: ParameterValue): Pair =>
  toPair(
    parameter,
    parameter.name,
    writeOr(() => writeHeaderValue(parameter, value) ?? '', ''),
  )

/** The serialized pairs of a query parameter or cookie, partly decoded by `show`. */
function toPairs({ parameter, value }: ParameterValue, show = (text: string) => text): readonly Pair[] {
  const pairs = writeOr(() => writeParameter(parameter, value), [])
  const shown = pairs.length === 0 ? [[percentEncode(parameter.name), ''] as const] : pairs
  return shown.map(([key, text]) => toPair(parameter, show(key), show(text)))
}

/** The `Cookie` header of a request. Optional cookies are in a second, disabled header. */
const toCookieHeader = (cookies: readonly Pair[], disabled: boolean): Pair => ({
  key: 'Cookie',
  value: cookies.map(({ key, value }) => `${key}=${value}`).join('; '),
  ...(disabled && { disabled }),
})

/** Decodes characters that Postman encodes itself, and those that are not delimiters there. */
const toReadable = (text: string, ofPlace: RegExp = inQuery): string =>
  text.replaceAll(ofPlace, percentDecode)

/** Blanks, letters of any script, and `!$'()*:@`. */
const inPath = /(?:%(?:[89A-F][\dA-F]|2[014789A]|3A|40))+/g
/** The same, `/`, `?`, `[` and `]`. */
const inQuery = /(?:%(?:[89A-F][\dA-F]|2[014789AF]|3[AF]|40|5[BD]))+/g

/** A path parameter that fills a segment becomes a path variable of Postman; any other is inserted as its value. */
function toUrl(
  { operation, baseUrl }: RequestParts,
  parameters: readonly ParameterValue[],
  query: readonly Pair[],
): JsonObject {
  const texts = new Map(
    parameters.map(({ parameter, value }) => {
      const text = writeOr(() => writePathValue(parameter, value), parameter.name)
      return [parameter.name, toPair(parameter, parameter.name, toReadable(text, inPath))] as const
    }),
  )
  const segments = operation.path
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
  const sent = query.filter(({ disabled }) => disabled !== true)
  const host = `{{${baseUrl}}}`
  return {
    raw: `${host}/${segments.join('/')}${sent.length === 0 ? '' : `?${sent.map(({ key, value }) => `${key}=${value}`).join('&')}`}`,
    host: [host],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}

/**
 * The credentials of the first requirement, each a variable by the name of its scheme. Postman's own authorization
 * holds one, so API keys are headers, cookies or query parameters.
 */
function toCredentials({ securitySchemes }: ApiDocument, { security }: Operation) {
  const pairs = { header: [] as Pair[], query: [] as Pair[], cookie: [] as Pair[] }
  let auth: JsonObject = { type: 'noauth' }
  for (const { name } of security[0]?.schemes ?? []) {
    const value = `{{${name}}}`
    const scheme = securitySchemes.get(name)
    if (scheme?.scheme === 'basic') {
      const password = `{{${toPasswordName(name)}}}`
      auth = {
        type: 'basic',
        basic: [
          { key: 'username', value, type: 'string' },
          { key: 'password', value: password, type: 'string' },
        ],
      }
      continue
    }
    const placed = scheme && placeCredential(scheme, value)
    if (placed?.value === `Bearer ${value}`)
      auth = { type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] }
    else if (placed !== undefined) pairs[placed.in].push({ key: placed.name, value: placed.value })
  }
  return { headers: pairs.header, query: pairs.query, cookies: pairs.cookie, auth }
}

/** The name of the variable with the password of a scheme. */
export const toPasswordName = (scheme: string): string => `${scheme}Password`

interface PostmanBody {
  /** Undefined if Postman writes the header itself. */
  readonly contentType: string | undefined
  readonly content: JsonObject
}

function toBody({ operation, example, places }: RequestParts): PostmanBody | undefined {
  const media = BODILESS_METHODS.has(operation.method) ? undefined : pickMedia(operation.body?.media ?? [])
  if (media === undefined) return undefined
  const given = example && exampleValue({ schema: media.schema, examples: [example] })
  const plain = writeOr(() => exampleBody(operation, given, true), undefined)
  const variables = places.filter(({ location }) => location === 'body')
  const body = plain && variables.reduce(putVariable, plain)
  const written = body && writeOr(() => writeExampleBody(body), undefined)
  const contentType = concreteMediaType(media.contentType)
  const toRaw = (text: string) => ({
    contentType,
    content: { mode: 'raw', raw: text, ...toLanguage(contentType) },
  })
  switch (written?.kind) {
    case 'json':
      return toRaw(
        withVariables(unquoteNumbers(writeJson(written.value, 2), plain?.value ?? null, variables)),
      )
    case 'form':
      return { contentType, content: { mode: 'urlencoded', urlencoded: toFields(media, written.value) } }
    case 'multipart':
      return { contentType: undefined, content: { mode: 'formdata', formdata: written.parts.map(toPart) } }
    case 'file':
      return { contentType, content: { mode: 'file', file: {} } }
    default:
      return toRaw(withVariables(written?.text ?? ''))
  }
}

const toLanguage = (contentType: string): JsonObject => {
  const language = isJsonType(contentType) ? 'json' : /[/+]xml$/.test(contentType) ? 'xml' : undefined
  return language === undefined ? {} : { options: { raw: { language } } }
}

/** The body, with variables in place of example values. */
const putVariable = (body: ExampleBody, { name, variable }: FlowPlace): ExampleBody => ({
  ...body,
  value: putAt(body.value, parsePointer(name), toPlaceholder(variable.name)),
})

/** The value with an id replaced by a text; `*` stands for each item of an array. */
function putAt(value: Json, [token, ...rest]: readonly string[], text: string): Json {
  if (token === undefined) return typeof value === 'object' ? value : text
  if (Array.isArray(value))
    return value.map((item, index) =>
      token === '*' || token === String(index) ? putAt(item, rest, text) : item,
    )
  const member = own(value, token)
  return isObject(value) && member !== undefined ? { ...value, [token]: putAt(member, rest, text) } : value
}

/** Removes the quotes of variables whose example is a number. */
const unquoteNumbers = (text: string, example: Json, places: readonly FlowPlace[]): string =>
  places
    .filter(({ name }) => readPointer(example, name).every(isNumber))
    .map(({ variable }) => toPlaceholder(variable.name))
    .reduce((unquoted, placeholder) => unquoted.replaceAll(`"${placeholder}"`, placeholder), text)

/** Postman encodes the fields of a form itself. */
const toFields = (media: ApiMedia, value: Json): readonly Pair[] =>
  isObject(value)
    ? writeFormPairs(media, value).map(([key, text]) => ({
        key: percentDecode(key),
        value: withVariables(percentDecode(text)),
      }))
    : []

/** A part of a body. The user selects the file. */
const toPart = ({ name, text, contentType, fileName }: WrittenPart): JsonObject => ({
  key: name,
  ...(fileName === undefined ? { value: withVariables(text), type: 'text' } : { type: 'file', src: [] }),
  ...(contentType !== undefined && { contentType }),
})
