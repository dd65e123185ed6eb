import type { ScenarioDraft } from '../core/case.ts'
import type { CaseTarget } from '../core/exchange.ts'
import { isJsonType, type RequestValues, type WireRequest } from '@contract-kit/openapi/wire'
import {
  appendTokens,
  equalJson,
  isNumber,
  isObject,
  type Json,
  parsePointer,
  writeJson,
} from '@contract-kit/json-schema/json'
import {
  boundaryValues,
  brokenValues,
  type ScenarioValue,
  templateValue,
} from '@contract-kit/json-schema/values'
import { evaluate, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import {
  type ApiBody,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  essenceOf,
} from '@contract-kit/openapi'
import { countsItems, withDistinctItems } from './distinct-items.ts'
import {
  breaksOnly,
  applyChangeWhere,
  replacePart,
  textPointers,
  withBody,
  withoutExtras,
  withParameter,
} from './values.ts'

const direction = 'request'

/** Scenarios about the presence of properties. A plain valid object has only the required ones. */
const presence = new Set(['valid_object', 'object_only_required', 'object_required_and_optional'])

/** Bodies at each boundary, with each keyword violated, and omitted, for each documented media type. */
export const bodyCases = (operation: ApiOperation): readonly ScenarioDraft[] => {
  const { body, method } = operation
  return body === undefined
    ? []
    : [...body.media.flatMap((media) => contentCases(media, method === 'PATCH')), leftOutBody(body)]
}

/** `isPart`: the body updates a part of an item. Omits all untested properties, because they may not fit the item. */
const contentCases = ({ schema, contentType }: ApiMedia, isPart: boolean): ScenarioDraft[] => {
  if (schema === undefined) return []
  const template = templateValue(schema, { direction })
  const toDraft = (
    entry: ScenarioValue,
    mode: ScenarioDraft['mode'],
    fits: (value: Json) => boolean,
    from: Json = template,
  ): ScenarioDraft => ({
    scenario: entry.scenario,
    mode,
    target: {
      location: 'body',
      name: '',
      keyword: entry.keyword,
      pointer: entry.pointer,
      documentUri: entry.documentUri,
    },
    apply: (working) => {
      const known = working.body?.contentType === contentType ? working.body.value : template
      const isBare = isPart || presence.has(entry.scenario)
      const baseline = isBare ? withoutExtras(template, entry.value, known) : known
      const value = applyChangeWhere(from, entry.value, baseline, fits) ?? entry.value
      return withBody(
        working,
        contentType,
        countsItems(entry) ? withDistinctItems(schema, value, fits) : value,
      )
    },
  })
  const boundaries = boundaryValues(schema, { direction })
  const broken = brokenValues(schema, { direction })
  return [
    ...boundaries.map((entry) =>
      toDraft(entry, 'positive', (value) => isValid(schema, value, { direction })),
    ),
    ...broken.map((entry) => toDraft(entry, 'negative', (value) => breaksOnly(schema, value, entry))),
    ...broken.flatMap((entry) =>
      underEachChoice(schema, entry, boundaries).map(({ choice, ...other }) =>
        toDraft(
          other,
          'negative',
          (value) => breaksOnly(schema, value, other),
          isObject(template)
            ? Object.fromEntries(Object.entries(template).filter(([name]) => name !== choice))
            : template,
        ),
      ),
    ),
    ...noChoices(
      schema,
      boundaries.map(({ value }) => value),
    ).map((entry) => toDraft(entry, 'negative', (value) => breaksAt(schema, value, entry.at))),
    ...coercionCases(schema, contentType, [template, ...boundaries.map(({ value }) => value)]),
  ]
}

/** Violates a conditional keyword under each enum value that meets the condition. */
const underEachChoice = (
  schema: SchemaNode,
  entry: ScenarioValue,
  boundaries: readonly ScenarioValue[],
): readonly (ScenarioValue & { readonly choice: string })[] => {
  const { value, pointer } = entry
  if (!/\/(then|else)\//.test(pointer) || !isObject(value)) return []
  return boundaries.flatMap(({ scenario, value: body }) =>
    Object.entries(scenario === 'enum_value' && isObject(body) ? body : {})
      .filter(([choice, other]) => Object.hasOwn(value, choice) && !equalJson(other, value[choice]))
      .flatMap(([choice, other]) => [
        { ...entry, choice },
        { ...entry, choice, value: { ...value, [choice]: other } },
      ])
      .filter((other) => breaksOnly(schema, other.value, other)),
  )
}

/** Maximum number of enum properties sent as null. */
const MAX_CHOICES = 8

/** Sends null instead of an enum value. This violates type and enum together; other cases violate only one keyword. */
const noChoices = (
  schema: SchemaNode,
  bodies: readonly Json[],
): readonly (ScenarioValue & { readonly at: string })[] => {
  const tried = new Map<string, ScenarioValue & { readonly at: string }>()
  for (const body of bodies.toSorted((left, right) => writeJson(left).length - writeJson(right).length)) {
    for (const at of textPointers(body, '')) {
      const value = replacePart(body, parsePointer(at), null)
      const failures = evaluate(schema, value, { direction })
      const failure = failures.find(({ keyword }) => keyword === 'type')
      if (tried.has(at) || failure === undefined || failures.length < 2 || !breaksAt(schema, value, at))
        continue
      const { keyword, schemaPointer: pointer, documentUri } = failure
      tried.set(at, { value, scenario: 'null_for_choice', keyword, pointer, documentUri, at })
    }
  }
  return [...tried.values()].slice(0, MAX_CHOICES)
}

const breaksAt = (schema: SchemaNode, value: Json, at: string): boolean => {
  const failures = evaluate(schema, value, { direction })
  return failures.length > 0 && failures.every(({ instancePointer }) => instancePointer === at)
}

/** Maximum number of properties sent as text. */
const MAX_COERCIONS = 4

const coercionCases = (schema: SchemaNode, contentType: string, bodies: readonly Json[]): ScenarioDraft[] => {
  const [template] = bodies.filter(isObject).toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
  if (!isJsonType(contentType) || template === undefined) return []
  const names = Object.keys(template).filter(
    (name) => isNumber(template[name]) || typeof template[name] === 'boolean',
  )
  return names.slice(0, MAX_COERCIONS).map((name) => ({
    scenario: 'value_as_text',
    mode: 'negative',
    target: {
      location: 'body',
      name: '',
      keyword: 'type',
      pointer: appendTokens(schema.pointer, 'properties', name, 'type'),
      documentUri: schema.documentUri,
    },
    apply: (working) => {
      const known = working.body?.contentType === contentType ? working.body.value : template
      const body = isObject(known) ? known : template
      return withBody(working, contentType, { ...body, [name]: writeJson(body[name] ?? template[name]) })
    },
  }))
}

const leftOutBody = ({ required, pointer, documentUri }: ApiBody): ScenarioDraft => ({
  scenario: required ? 'missing_body' : 'optional_body_left_out',
  mode: required ? 'negative' : 'positive',
  target: {
    location: 'body',
    name: '',
    keyword: 'required',
    pointer: appendTokens(pointer, 'required'),
    documentUri,
  },
  apply: (working) => withBody(working, '', undefined),
})

/** Each parameter at its boundaries, with each keyword violated, and omitted. The rest comes from a working request. */
export const parameterCases = (operation: ApiOperation): readonly ScenarioDraft[] =>
  operation.parameters.flatMap((parameter) => [
    ...tried(parameter),
    ...broken(parameter),
    ...signs(parameter),
    ...leftOutParameter(parameter),
  ])

/** A text that is incomplete as a regular expression, query language or SQL. */
const SIGNS = '([*\\'

/** A text that a search may reject as invalid syntax, but that must not cause a server error. */
const signs = ({ in: location, name, schema, pointer, documentUri }: ApiParameter): ScenarioDraft[] =>
  location !== 'query' || schema === undefined || !isValid(schema, SIGNS, { direction })
    ? []
    : [
        {
          scenario: 'signs_of_patterns',
          mode: 'negative',
          target: { location, name, keyword: 'type', pointer: appendTokens(pointer, 'schema'), documentUri },
          apply: (working) => withParameter(working, location, name, SIGNS),
        },
      ]

const tried = (parameter: ApiParameter): ScenarioDraft[] =>
  parameter.schema === undefined
    ? []
    : boundaryValues(parameter.schema, { direction: 'request' }).map(
        ({ value, scenario, keyword, pointer, documentUri }) => ({
          scenario,
          mode: 'positive',
          target: { location: parameter.in, name: parameter.name, keyword, pointer, documentUri },
          apply: (working) => withParameter(working, parameter.in, parameter.name, value),
        }),
      )

const broken = (parameter: ApiParameter): ScenarioDraft[] =>
  parameter.schema === undefined
    ? []
    : brokenValues(parameter.schema, { direction: 'request' }).map(
        ({ value, scenario, keyword, pointer, documentUri }) => ({
          scenario,
          mode: 'negative',
          target: { location: parameter.in, name: parameter.name, keyword, pointer, documentUri },
          apply: (working) => withParameter(working, parameter.in, parameter.name, value),
        }),
      )

const leftOutParameter = (parameter: ApiParameter): ScenarioDraft[] => {
  if (parameter.in === 'path') return []
  const { documentUri, pointer, name, required } = parameter
  const target = {
    location: parameter.in,
    name,
    keyword: 'required',
    pointer: appendTokens(pointer, 'required'),
    documentUri,
  }
  const apply = (working: RequestValues): RequestValues =>
    withParameter(working, parameter.in, name, undefined)
  return [
    required
      ? { scenario: 'missing_parameter', mode: 'negative', target, apply }
      : { scenario: 'optional_parameter_left_out', mode: 'positive', target, apply },
  ]
}

/** An undocumented media type. */
const UNKNOWN_TYPE = 'application/x-undocumented'

/** A size in bytes above the usual JSON limits. */
const OVERSIZE = 4 * 1024 * 1024

/** Bodies that contradict their media type, undocumented media types, and unavailable response types. */
export const mediaCases = (operation: ApiOperation): readonly ScenarioDraft[] => [
  ...brokenSyntax(operation),
  ...unknownContentType(operation),
  ...oversized(operation),
  unacceptable(operation),
  ...acceptable(operation),
]

const targetOf = ({ body, pointer, documentUri }: ApiOperation, keyword: string): CaseTarget => ({
  location: 'media',
  name: '',
  keyword,
  pointer: body?.pointer ?? pointer,
  documentUri: body?.documentUri ?? documentUri,
})

const brokenSyntax = (operation: ApiOperation): ScenarioDraft[] => {
  if (operation.body?.media.some(({ contentType }) => isJsonType(contentType)) !== true) return []
  const breakages = [
    ['malformed_json', () => '{"unfinished": '],
    ['trailing_text', (body: string) => `${body} x`],
  ] as const
  return breakages.map(([scenario, breakText]) => ({
    scenario,
    mode: 'negative',
    target: targetOf(operation, 'syntax'),
    apply: asItIs,
    alter: (request: WireRequest): WireRequest =>
      typeof request.body === 'string' ? { ...request, body: breakText(request.body) } : request,
  }))
}

const unknownContentType = (operation: ApiOperation): ScenarioDraft[] => {
  const documented = operation.body?.media.map((media) => essenceOf(media.contentType)) ?? []
  if (operation.body === undefined || documented.includes('*/*') || documented.includes('application/*'))
    return []
  return [UNKNOWN_TYPE, ...(documented.some((type) => type.startsWith('text/')) ? [] : ['text/plain'])].map(
    (contentType) => ({
      scenario: 'unsupported_content_type',
      mode: 'negative',
      target: targetOf(operation, 'contentType'),
      apply: asItIs,
      alter: (request: WireRequest): WireRequest =>
        request.body === undefined ? request : replaceHeader(request, 'content-type', contentType),
    }),
  )
}

/** If 413 is documented: the same JSON with excessive whitespace. */
const oversized = (operation: ApiOperation): ScenarioDraft[] => {
  const isJson = operation.body?.media.some(({ contentType }) => isJsonType(contentType)) === true
  if (!isJson || !operation.responses.has('413')) return []
  return [
    {
      scenario: 'oversized_body',
      mode: 'negative',
      target: targetOf(operation, 'size'),
      apply: asItIs,
      alter: (request) =>
        typeof request.body === 'string'
          ? { ...request, body: request.body + ' '.repeat(OVERSIZE) }
          : request,
    },
  ]
}

const unacceptable = (operation: ApiOperation): ScenarioDraft => ({
  scenario: 'unacceptable_accept',
  mode: 'negative',
  target: {
    ...targetOf(operation, 'accept'),
    pointer: operation.pointer,
    documentUri: operation.documentUri,
  },
  apply: asItIs,
  alter: (request) => replaceHeader(request, 'accept', UNKNOWN_TYPE),
})

/** Parameters that select the response media type instead of `Accept`. */
const FORMAT = /^(format|output|as|alt|type|media_?type)$/i

/** Accepts each success media type alone, if several are documented. */
const acceptable = (operation: ApiOperation): ScenarioDraft[] => {
  const { responses, parameters } = operation
  const [success, ...others] = [...responses.values()].filter(
    ({ status, media }) => status.startsWith('2') && media.length > 0,
  )
  const isChosenElsewhere = parameters.some(({ in: place, name }) => place === 'query' && FORMAT.test(name))
  if (success === undefined || others.length > 0 || success.media.length < 2 || isChosenElsewhere) return []
  return success.media
    .filter(({ contentType }) => !contentType.includes('*'))
    .map(({ contentType, pointer, documentUri }) => ({
      scenario: 'documented_accept',
      mode: 'positive',
      target: { ...targetOf(operation, 'accept'), pointer, documentUri },
      apply: asItIs,
      alter: (request) => replaceHeader(request, 'accept', essenceOf(contentType)),
    }))
}

const asItIs: ScenarioDraft['apply'] = (working) => working

const replaceHeader = (request: WireRequest, name: string, value: string): WireRequest => ({
  ...request,
  headers: [...request.headers.filter(([other]) => other !== name), [name, value]],
})
