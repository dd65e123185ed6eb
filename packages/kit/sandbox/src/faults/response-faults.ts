import { isObject, type Json, parsePointer } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiHeader, ApiResponse } from '@contract-kit/openapi'
import { findJsonMedia, sketchSchema, type SketchPlace } from '@contract-kit/resources/exchanges'
import type { Reply } from '../http/call.ts'
import type { FaultName } from '../http/faults.ts'
import { changeHeader } from './effects.ts'
import { everywhere, type FaultKind, type FoundPlace, type Site } from './fault.ts'
import {
  breakingValue,
  changeBody,
  otherMedia,
  otherType,
  placesOf,
  respondTo,
  shownResponses,
} from './respond.ts'

const bodyAdvice =
  'Describe the property in the schema of the response: its type, and `required` if it is always present.'

/** A fault of values in a response. `find` returns the wrong value, or undefined if it would be correct. */
const atPlaces = (
  id: string,
  title: string,
  find: (place: SketchPlace) => ((value: Json) => Json | undefined) | undefined,
  advice = bodyAdvice,
  isOfObjects = false,
): FaultKind => ({
  id,
  class: 'responses',
  title,
  advice,
  find: ({ operation }) =>
    shownResponses(operation).flatMap((shown) => {
      const found = placesOf(shown.schema).flatMap((place): readonly FoundPlace[] => {
        if (place.pointer === '' && !isOfObjects) return []
        const change = find(place)
        const tokens = parsePointer(place.pointer)
        return change === undefined
          ? []
          : [
              {
                place: `${shown.response.status}${place.pointer}`,
                deviation: {
                  respond: respondTo(operation, shown.response, (reply) => changeBody(reply, tokens, change)),
                },
              },
            ]
      })
      return found
    }),
})

/** The value at a place breaks one of some keywords. */
const breaking = (id: string, title: string, keywords: readonly string[]): FaultKind =>
  atPlaces(id, title, ({ sketch }) => {
    const value = breakingValue(sketch.nodes, keywords)
    return value === undefined ? undefined : () => value
  })

const isNullable = ({ types, nodes }: SketchPlace['sketch']): boolean =>
  types.size === 0 || types.has('null') || nodes.some((node) => findKeyword(node, 'nullable') === true)

/** Objects that do not allow additional properties. */
const isClosed = ({ sketch }: SketchPlace): boolean =>
  sketch.fields().size > 0 &&
  sketch.nodes.every((node) => findKeyword(node, 'additionalProperties') === undefined)

const responseOf = (
  id: string,
  title: string,
  advice: string,
  change: (reply: Reply, response: ApiResponse) => Reply,
  isAt: (response: ApiResponse) => boolean = () => true,
): FaultKind => ({
  id,
  class: 'responses',
  title,
  advice,
  find: ({ operation }) =>
    [...operation.responses.values()]
      .filter((response) => response.status.startsWith('2') && isAt(response))
      .slice(0, 1)
      .map((response) => ({
        place: response.status,
        deviation: { respond: respondTo(operation, response, (reply) => change(reply, response)) },
      })),
})

const hasJson = ({ media }: ApiResponse): boolean => findJsonMedia(media) !== undefined

/** An error that the sandbox itself can return; it has no rate limits. */
const isError = ({ status }: ApiResponse): boolean => status.startsWith('4') && status !== '429'

/** A response fault, for the documented errors of an operation. */
const errorOf = (
  id: string,
  title: string,
  advice: string,
  change: (reply: Reply) => Reply,
  isAt: (site: Site, response: ApiResponse) => boolean = () => true,
): FaultKind => ({
  id,
  class: 'responses',
  title,
  advice,
  find: (site) =>
    [...site.operation.responses.values()]
      .filter((response) => isError(response) && isAt(site, response))
      .map((response) => ({
        place: response.status,
        deviation: { respond: respondTo(site.operation, response, change) },
      })),
})

/** Aborts every response of an operation. */
const breakingOff = (id: string, title: string, fault: FaultName): FaultKind => ({
  id,
  class: 'responses',
  title,
  advice: 'Give the operation an example of a request that succeeds.',
  find: ({ operation }) =>
    everywhere(shownResponses(operation).length === 0 ? undefined : { breakOff: fault }),
})

/** The body as text or bytes, if it is no longer JSON. */
const textOf = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)

const errorAdvice = 'Give an example of a request that gets the error, and a schema of its body.'

const headersOf = (
  id: string,
  title: string,
  change: (header: ApiHeader, value: string) => string | undefined,
  isAt: (header: ApiHeader) => boolean,
): FaultKind => ({
  id,
  class: 'responses',
  title,
  advice: 'Document the header with its schema, and `required: true` if it is always present.',
  find: ({ operation }) =>
    [...operation.responses.values()]
      .filter((response) => /^[23]/.test(response.status) || isError(response))
      .flatMap((response) =>
        response.headers.filter(isAt).map((header) => ({
          place: `${response.status}/${header.name}`,
          deviation: {
            respond: respondTo(operation, response, (reply) =>
              changeHeader(reply, header.name, (value) => change(header, value)),
            ),
          },
        })),
      ),
})

/** A text that only an unrestricted header schema accepts. */
const malformed = '?'

const hasForm = ({ schema }: ApiHeader): boolean =>
  schema !== undefined &&
  breakingValue([schema], ['type', 'format', 'pattern', 'enum', 'const']) !== undefined &&
  !acceptsText(schema)

const acceptsText = (schema: NonNullable<ApiHeader['schema']>): boolean =>
  findKeyword(schema, 'type') === 'string' &&
  ['format', 'pattern', 'enum', 'const'].every((keyword) => findKeyword(schema, keyword) === undefined)

export const responseFaults: readonly FaultKind[] = [
  atPlaces('response-property-missing', 'A required property is missing', ({ isRequired, pointer }) =>
    isRequired && !pointer.endsWith('/*') ? () => undefined : undefined,
  ),
  atPlaces('response-type', 'A value has another type', ({ sketch }) => {
    const value = otherType(sketch)
    return value === undefined ? undefined : () => value
  }),
  atPlaces('response-null', 'A value is null', ({ sketch }) => (isNullable(sketch) ? undefined : () => null)),
  breaking('response-enum', 'A value is not one of the listed values', ['enum', 'const']),
  breaking('response-format', 'A text does not have its format', ['format']),
  breaking('response-pattern', 'A text does not match its pattern', ['pattern']),
  breaking('response-text-too-short', 'A text is too short', ['minLength']),
  breaking('response-text-too-long', 'A text is too long', ['maxLength']),
  breaking('response-number-too-small', 'A number is too small', ['minimum', 'exclusiveMinimum']),
  breaking('response-number-too-large', 'A number is too large', ['maximum', 'exclusiveMaximum']),
  breaking('response-number-between-steps', 'A number is not a multiple of its step', ['multipleOf']),
  breaking('response-list-too-short', 'A list has too few items', ['minItems']),
  breaking('response-list-too-long', 'A list has too many items', ['maxItems']),
  breaking('response-list-repeats', 'A list has equal items', ['uniqueItems']),
  breaking('response-object-size', 'An object has too few or too many properties', [
    'minProperties',
    'maxProperties',
  ]),
  atPlaces('response-number-as-text', 'A number or boolean is sent as a string', ({ sketch: { types } }) =>
    types.has('string') ||
    types.size === 0 ||
    !['integer', 'number', 'boolean'].some((type) => types.has(type))
      ? undefined
      : (value) => (typeof value === 'object' ? value : String(value)),
  ),
  atPlaces(
    'response-list-as-object',
    'A list is sent as an object with positions as names',
    ({ sketch: { types } }) =>
      !types.has('array') || types.has('object')
        ? undefined
        : (value) =>
            Array.isArray(value) ? Object.fromEntries(value.map((item, index) => [index, item])) : value,
  ),
  atPlaces(
    'response-property-undeclared',
    'An object has an undocumented property',
    (place) =>
      isClosed(place) ? (value) => (isObject(value) ? { ...value, undeclaredByAll: 1 } : value) : undefined,
    'Document all properties: the check reports any other one unless the schema has `additionalProperties`.',
    true,
  ),
  atPlaces(
    'response-property-misspelt',
    'A required property has another spelling',
    (place) =>
      place.sketch.types.has('object') && requiredNames(place).length > 0
        ? (value) => {
            const [name = ''] = requiredNames(place)
            if (!isObject(value) || !Object.hasOwn(value, name)) return value
            const { [name]: held = null, ...others } = value
            return { ...others, [`${name}_`]: held }
          }
        : undefined,
    bodyAdvice,
    true,
  ),
  responseOf(
    'success-status',
    'A success has an undocumented status',
    'Document every status that the operation returns.',
    (reply) => ({
      ...reply,
      status: reply.status === 200 ? 203 : 200,
    }),
    ({ status }) => /^\d+$/.test(status),
  ),
  responseOf(
    'success-is-error',
    'A request that should succeed gets 500',
    'Give the operation an example of a request that succeeds.',
    () => ({
      status: 500,
      mediaType: 'application/json',
      body: { message: 'Internal error' },
    }),
  ),
  responseOf(
    'success-without-body',
    'A documented body is missing',
    'Describe the body of the response.',
    ({ body: _body, mediaType: _type, ...rest }) => rest,
    hasJson,
  ),
  responseOf(
    'success-as-text',
    'A JSON body is sent as text/plain',
    'Describe the media type of the response.',
    (reply) =>
      reply.body === undefined || reply.body instanceof Uint8Array
        ? reply
        : { ...reply, mediaType: 'text/plain', body: JSON.stringify(reply.body) },
    hasJson,
  ),
  breakingOff('connection-closed', 'The connection is closed without a response', 'close'),
  breakingOff('response-truncated', 'A response ends in the middle of its body', 'truncate'),
  breakingOff('response-malformed', 'A body is not valid JSON', 'malformed'),
  responseOf(
    'success-in-envelope',
    'A body is wrapped in an undocumented object',
    bodyAdvice,
    (reply) =>
      reply.body === undefined || reply.body instanceof Uint8Array
        ? reply
        : { ...reply, body: { wrapped: reply.body } },
    hasJson,
  ),
  responseOf(
    'other-media-type',
    'A body is declared as another documented media type',
    'Describe each media type with its own schema.',
    (reply, response) => {
      const other = otherMedia(response)
      return other === undefined || reply.body === undefined || reply.mediaType === other.contentType
        ? reply
        : { ...reply, mediaType: other.contentType, body: textOf(reply.body) }
    },
    (response) => hasJson(response) && otherMedia(response) !== undefined,
  ),
  errorOf(
    'error-status',
    'An error has an undocumented status',
    errorAdvice,
    (reply) => ({ ...reply, status: 418 }),
    ({ operation }) => !['4XX', '4xx', 'default', '418'].some((status) => operation.responses.has(status)),
  ),
  errorOf('error-is-success', 'A request that should fail gets 200', errorAdvice, () => ({
    status: 200,
    mediaType: 'application/json',
    body: {},
  })),
  errorOf('error-is-500', 'A request that should fail gets 500', errorAdvice, (reply) => ({
    ...reply,
    status: 500,
  })),
  errorOf(
    'error-shape',
    'An error has another shape',
    errorAdvice,
    (reply) => ({ ...reply, body: ['error'] }),
    (_site, response) => isJsonObject(response),
  ),
  errorOf(
    'error-as-text',
    'An error is plain text, not the documented body',
    errorAdvice,
    (reply) => ({ ...reply, mediaType: 'text/html', body: '<p>Error</p>' }),
    (_site, response) => hasJson(response),
  ),
  errorOf('error-shows-internals', 'An error shows a stack trace', errorAdvice, (reply) => ({
    ...reply,
    mediaType: 'text/plain',
    body: 'TypeError: x is not a function\n    at handle (/srv/app/src/handler.js:12:7)',
  })),
  headersOf(
    'header-missing',
    'A required header is missing',
    () => undefined,
    ({ required }) => required,
  ),
  headersOf('header-malformed', 'A header does not match its schema', () => malformed, hasForm),
  responseOf(
    'success-in-other-charset',
    'Non-ASCII letters are sent in another character encoding',
    bodyAdvice,
    (reply) => {
      const text = reply.body instanceof Uint8Array ? '' : JSON.stringify(reply.body ?? '')
      // Clients decode invalid UTF-8 as replacement characters.
      const broken = text.replaceAll(/\P{ASCII}/gu, '\uFFFD')
      return broken === text ? reply : { ...reply, body: JSON.parse(broken) as Json }
    },
    hasJson,
  ),
]

function requiredNames({ sketch }: SketchPlace): readonly string[] {
  return [...sketch.fields()].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
}

function isJsonObject({ media }: ApiResponse): boolean {
  const schema = findJsonMedia(media)?.schema
  const types = schema && sketchSchema(schema).types
  return types?.has('object') === true && !types.has('array')
}
