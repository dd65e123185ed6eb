import {
  appendTokens,
  findAt,
  isObject,
  type JsonObject,
  own,
  parsePointer,
  textsIn,
} from '@contract-kit/json-schema/json'
import {
  childrenOf,
  isLifted,
  findKeyword,
  keywordOf,
  referencesOf,
  type SchemaNode,
  unlessUnresolved,
} from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { findJsonMedia } from '@contract-kit/resources/exchanges'
import { tellsAbsence } from '../http/choose.ts'
import { editAt } from './edit-document.ts'
import { type Advice, byStatus, everywhere, type FaultKind, type FoundPlace, type Site } from './fault.ts'

/** A schema that validates requests, and its place. */
interface JudgedSchema {
  readonly node: SchemaNode
  /** `query.limit`, `body/name`, `body/tags/*`. */
  readonly place: string
}

/** Every distinct schema of an operation's parameters and bodies. */
function schemasOf({ parameters, body }: ApiOperation): readonly JudgedSchema[] {
  const seen = new Map<SchemaNode, JudgedSchema>()
  const roots = [
    ...parameters.flatMap(({ in: location, name, schema }) =>
      schema === undefined ? [] : [{ node: schema, place: `${location}.${name}` }],
    ),
    ...(body?.media ?? []).flatMap(({ schema }) =>
      schema === undefined ? [] : [{ node: schema, place: 'body' }],
    ),
  ]
  for (const root of roots) if (!seen.has(root.node)) seen.set(root.node, root)
  // Iterating a Map also visits entries added meanwhile.
  for (const { node, place } of seen.values()) {
    if (place.split('/').length > 5) continue
    const below = [
      ...(unlessUnresolved(() => referencesOf(node)) ?? []).map((next) => ({ node: next, place })),
      ...childrenOf(node)
        .filter(({ keyword }) => keyword !== 'not' && keyword !== 'if')
        .map(({ keyword, child, inPlace }) => ({
          node: child,
          place: inPlace
            ? place
            : `${place}/${keyword === 'properties' ? (parsePointer(child.pointer).at(-1) ?? '') : '*'}`,
        })),
    ]
    for (const next of below) if (!seen.has(next.node)) seen.set(next.node, next)
  }
  return [...seen.values()].filter(({ node }) => findKeyword(node, 'readOnly') !== true)
}

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))

/** Whether a place can hold any JSON type. Outside of a JSON body, every value is text. */
const isJsonPlace = (place: string, { body }: ApiOperation): boolean =>
  place.startsWith('body') && body !== undefined && findJsonMedia(body.media) !== undefined

const typesOf = (schema: JsonObject): readonly string[] => {
  const type = own(schema, 'type')
  return typeof type === 'string' ? [type] : textsIn(type)
}

/** Edits a schema and returns a suffix for the place name; undefined if nothing changes. */
type EditOf = (
  schema: JsonObject,
  keyword: string,
  at: JudgedSchema & { readonly operation: ApiOperation },
) => readonly { readonly name: string; readonly edit: (schema: JsonObject) => JsonObject }[]

const advice = {
  enforced: byStatus(
    [400, 422],
    'Give the operation an example of a request that succeeds, from which invalid ones can be made.',
    'Document the response to an invalid request: 400 or 422.',
  ),
  refused: 'Give the operation an example of a request with the value, or the property a `default`.',
}

/** Validates requests by a document in which schemas with a keyword are edited. */
const judgedBy = (
  id: string,
  title: string,
  keywords: readonly string[],
  editOf: EditOf,
  given: Advice = advice.enforced,
): FaultKind => ({
  id,
  class: 'validation',
  title,
  advice: given,
  find: (site) =>
    schemasOf(site.operation).flatMap(({ node, place }) =>
      keywords.flatMap((keyword) =>
        keywordOf(node, keyword) === undefined ||
        !isObject(node.schema) ||
        !isIn(site, node.pointer) ||
        cannotShow(site.operation, place, node.schema, keyword)
          ? []
          : editOf(node.schema, keyword, { node, place, operation: site.operation }).map(
              ({ name, edit }) => ({
                place: `${place}${name}${keywords.length > 1 ? ` ${keyword}` : ''}`,
                ...(name === '' && { subject: node }),
                alsoAt: sharersOf(site, node),
                deviation: {
                  validateBy: (document: JsonObject) => editAt(document, node.pointer, edit),
                  ...(given === advice.refused && {
                    rejects: {
                      place: `${place}${name}`,
                      keyword: keyword === 'properties' ? 'required' : keyword,
                    },
                  }),
                },
              }),
            ),
      ),
    ),
})

/**
 * Whether no request can detect that a keyword is not enforced. An invalid id in a path gets 404 like an unknown one. A length implied by
 * the format, or a type implied by an enum, adds nothing.
 */
function cannotShow(operation: ApiOperation, place: string, schema: JsonObject, keyword: string): boolean {
  const isText = /^(?:type|format|pattern|minLength|maxLength)$/.test(keyword)
  if (place.startsWith('path.') && isText && tellsAbsence(operation)) return true
  if (keyword === 'type' && (own(schema, 'enum') ?? own(schema, 'const')) !== undefined) return true
  const format = own(schema, 'format')
  const [shortest, longest] = (typeof format === 'string' && lengths.get(format)) || []
  const bound = own(schema, keyword)
  if (shortest === undefined || longest === undefined || typeof bound !== 'number') return false
  return (keyword === 'minLength' && bound <= shortest) || (keyword === 'maxLength' && bound >= longest)
}

/** The minimum and maximum length of a format, in characters (RFC 9562, 4; RFC 5321, 4.5.3.1.3; RFC 3339, 5.6). */
const lengths: ReadonlyMap<string, readonly [shortest: number, longest: number]> = new Map([
  ['uuid', [36, 36]],
  ['email', [3, 254]],
  ['date', [10, 10]],
])

const isIn = ({ document }: Site, pointer: string): boolean => isObject(findAt(document.raw, pointer) ?? null)

/** The other operations that use the same request schema. */
const sharersOf = ({ document, operation }: Site, node: SchemaNode): readonly string[] =>
  document.operations
    .filter((other) => other !== operation && schemasOf(other).some((one) => one.node === node))
    .map(({ id }) => id)

const drop: EditOf = (_schema, keyword) => [{ name: '', edit: (object) => without(object, keyword) }]

/** Moves a bound by one step: outwards to accept one more value, or inwards to accept one fewer. */
const move =
  (step: (schema: JsonObject, keyword: string) => number): EditOf =>
  (schema, keyword) => {
    const bound = own(schema, keyword)
    if (typeof bound !== 'number') return []
    const next = bound + step(schema, keyword)
    return next < 0 && /Length|Items|Properties/.test(keyword)
      ? []
      : [{ name: '', edit: (object) => ({ ...object, [keyword]: next }) }]
  }

const isUpper = (keyword: string): boolean => /^(?:max|exclusiveMax)/.test(keyword)
const stepOf = (schema: JsonObject): number => {
  const step = own(schema, 'multipleOf')
  return typeof step === 'number' ? step : own(schema, 'type') === 'number' ? 0.5 : 1
}
const outwards = move((schema, keyword) => (isUpper(keyword) ? 1 : -1) * stepOf(schema))
const inwards = move((schema, keyword) => (isUpper(keyword) ? -1 : 1) * stepOf(schema))

const openKeyword = (id: string, title: string, ...keywords: readonly string[]): FaultKind =>
  judgedBy(id, title, keywords, drop)

/** Makes a required parameter or body optional. */
const optional = (
  id: string,
  title: string,
  find: (operation: ApiOperation) => readonly { readonly pointer: string; readonly place: string }[],
): FaultKind => ({
  id,
  class: 'validation',
  title,
  advice: advice.enforced,
  find: (site) =>
    find(site.operation)
      .filter(({ pointer }) => isIn(site, pointer))
      .map(({ pointer, place }): FoundPlace => ({
        place,
        deviation: {
          validateBy: (document) => editAt(document, pointer, (object) => ({ ...object, required: false })),
        },
      })),
})

/** Patterns of dates and times that ignore the calendar. */
const dateForms = [
  { format: 'date', pattern: String.raw`^\d{4}-\d\d-\d\d$` },
  {
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`,
  },
]

const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum']
const sizes = ['minLength', 'maxLength', 'minItems', 'maxItems']

export const validationFaults: readonly FaultKind[] = [
  optional('accepts-missing-parameter', 'A missing required parameter is accepted', ({ parameters }) =>
    parameters
      .filter(({ required, in: location }) => required && location !== 'path')
      .map(({ pointer, in: location, name }) => ({ pointer, place: `${location}.${name}` })),
  ),
  optional('accepts-missing-body', 'A missing required body is accepted', ({ body }) =>
    body?.required === true ? [{ pointer: body.pointer, place: 'body' }] : [],
  ),
  {
    id: 'accepts-other-media-type',
    class: 'validation',
    title: 'A body of another media type is accepted',
    advice: 'Give the operation an example of a request that succeeds.',
    find: (site) => {
      const { body, responses } = site.operation
      return everywhere(
        body !== undefined &&
          responses.has('415') &&
          body.media.every(({ contentType }) => contentType !== '*/*') &&
          isIn(site, body.pointer)
          ? {
              validateBy: (document) =>
                editAt(document, `${body.pointer}/content`, (content) => ({ ...content, '*/*': {} })),
            }
          : undefined,
      )
    },
  },
  judgedBy(
    'accepts-missing-property',
    'A missing required property is accepted',
    ['required'],
    (schema, _keyword, { node }) =>
      textsIn(own(schema, 'required'))
        .filter((name) => !isLifted(node, name, 'request'))
        .map((name) => ({
          name: appendTokens('', name),
          edit: (object) => ({
            ...object,
            required: textsIn(own(object, 'required')).filter((one) => one !== name),
          }),
        })),
  ),
  judgedBy('accepts-other-type', 'A value of another type is accepted', ['type'], (schema, keyword, at) =>
    // Every text is a valid string, and may be a list with one member.
    isJsonPlace(at.place, at.operation) ||
    (!at.place.includes('/') && !typesOf(schema).some((type) => ['string', 'array', 'object'].includes(type)))
      ? drop(schema, keyword, at)
      : [],
  ),
  openKeyword(
    'accepts-unlisted',
    'A value that is not one of the listed values is accepted',
    'enum',
    'const',
  ),
  openKeyword('accepts-other-format', 'A text that does not match its format is accepted', 'format'),
  judgedBy('accepts-impossible-date', 'An impossible date is accepted', ['format'], (schema) => {
    const form = dateForms.find(({ format }) => format === own(schema, 'format'))?.pattern
    return form === undefined || own(schema, 'pattern') !== undefined
      ? []
      : [{ name: '', edit: (object) => ({ ...without(object, 'format'), pattern: form }) }]
  }),
  openKeyword('accepts-other-pattern', 'A text that does not match its pattern is accepted', 'pattern'),
  openKeyword('accepts-too-short', 'A text that is too short is accepted', 'minLength'),
  openKeyword('accepts-too-long', 'A text that is too long is accepted', 'maxLength'),
  openKeyword('accepts-too-small', 'A number that is too small is accepted', 'minimum', 'exclusiveMinimum'),
  openKeyword('accepts-too-large', 'A number that is too large is accepted', 'maximum', 'exclusiveMaximum'),
  openKeyword(
    'accepts-between-steps',
    'A number that is not a multiple of its step is accepted',
    'multipleOf',
  ),
  openKeyword('accepts-too-few-items', 'A list with too few items is accepted', 'minItems'),
  openKeyword('accepts-too-many-items', 'A list with too many items is accepted', 'maxItems'),
  openKeyword('accepts-equal-items', 'A list with equal items is accepted', 'uniqueItems'),
  openKeyword(
    'accepts-any-size',
    'An object with too few or too many properties is accepted',
    'minProperties',
    'maxProperties',
  ),
  judgedBy(
    'accepts-unknown-property',
    'A property that the schema excludes is accepted',
    ['additionalProperties', 'unevaluatedProperties'],
    (schema, keyword, at) => (own(schema, keyword) === false ? drop(schema, keyword, at) : []),
  ),
  openKeyword(
    'accepts-excluded',
    'A value that the schema excludes is accepted',
    'not',
    'dependentRequired',
    'dependentSchemas',
    'if',
  ),
  judgedBy(
    'accepts-several-variants',
    'A value that matches no variant, or several, is accepted',
    ['oneOf', 'anyOf'],
    drop,
  ),
  judgedBy('accepts-null', 'null is accepted', ['type'], (schema, _keyword, { place, operation }) => {
    const types = typesOf(schema)
    return !isJsonPlace(place, operation) ||
      types.length === 0 ||
      types.includes('null') ||
      own(schema, 'nullable') === true ||
      own(schema, 'enum') !== undefined
      ? []
      : [{ name: '', edit: (object) => ({ ...object, type: [...types, 'null'] }) }]
  }),
  judgedBy('accepts-one-beyond-bound', 'A number one step beyond its bound is accepted', bounds, outwards),
  judgedBy(
    'accepts-one-beyond-size',
    'A text or list that is too long or too short by one is accepted',
    sizes,
    outwards,
  ),
  judgedBy('rejects-at-bound', 'A number at its bound is rejected', bounds, inwards, advice.refused),
  judgedBy(
    'rejects-at-size',
    'A text or list of the largest or smallest allowed size is rejected',
    sizes,
    inwards,
    advice.refused,
  ),
  judgedBy(
    'rejects-listed',
    'One of the listed values is rejected',
    ['enum'],
    (schema) => {
      const values = own(schema, 'enum')
      return Array.isArray(values) && values.length > 1
        ? [{ name: '', edit: (object) => ({ ...object, enum: values.slice(0, -1) }) }]
        : []
    },
    advice.refused,
  ),
  judgedBy(
    'rejects-null',
    'null is rejected although it is allowed',
    ['type'],
    (schema) => {
      const types = textsIn(own(schema, 'type'))
      return types.includes('null') && types.length > 1
        ? [{ name: '', edit: (object) => ({ ...object, type: types.filter((type) => type !== 'null') }) }]
        : []
    },
    advice.refused,
  ),
  judgedBy(
    'rejects-without-optional',
    'A request without an optional property is rejected',
    ['properties'],
    (schema) => {
      const required = textsIn(own(schema, 'required'))
      const properties = own(schema, 'properties')
      const name = isObject(properties)
        ? Object.keys(properties).find((one) => !required.includes(one))
        : undefined
      return name === undefined
        ? []
        : [{ name: appendTokens('', name), edit: (object) => ({ ...object, required: [...required, name] }) }]
    },
    advice.refused,
  ),
]
