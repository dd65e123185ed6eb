import type { ApiDocument, ApiMedia, ApiParameter, ParameterLocation } from '@contract-kit/openapi'
import { BODILESS_METHODS } from '@contract-kit/openapi/write'
import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { toCamelCase } from '../names.ts'
import { Problem } from '../problems.ts'
import type { Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schemas.ts'
import { chooseMediaType, type MediaKind } from './media-types.ts'
import type { NamedOperation } from './operations.ts'

/** How a parameter travels, as the operation table has it. */
export type ParameterPlace =
  | ParameterLocation
  | {
      readonly in: string
      readonly name?: string
      readonly style: string
      readonly explode: boolean
      readonly allowReserved?: true
    }
  | { readonly in: string; readonly name?: string; readonly contentType: string }

/** The input of a method: parameters and body of its operation. */
export interface OperationInput {
  readonly parameters: readonly InputParameter[]
  readonly body?: InputBody
  /** The values of what is required and can have one value only. */
  readonly constants: ReadonlyMap<string, unknown>
}

export interface InputParameter {
  /** Its name in the input. */
  readonly name: string
  readonly parameter: ApiParameter
  readonly schema: Schema
  readonly place: ParameterPlace
  readonly isRequired: boolean
  readonly isDeprecated: boolean
}

export interface InputBody {
  readonly schema: Schema
  readonly media: ApiMedia
  readonly kind: MediaKind
  readonly contentType: string
  readonly bodyIn: 'members' | 'body'
  readonly isRequired: boolean
  /** How the fields of a form are written that differ from the others. */
  readonly encoding?: Readonly<Record<string, JsonObject>>
}

const clientHeaders = ['authorization', 'accept', 'content-type', 'user-agent', 'idempotency-key']

/** Reads the input of an operation; the client sets the ignored request headers by itself. */
export function readInput(
  schemas: Schemas,
  operation: NamedOperation,
  ignoreParameters: readonly string[],
  notes: string[],
): OperationInput {
  const ignored = new Set([...clientHeaders, ...ignoreParameters.map((name) => name.toLowerCase())])
  const credentials = listCredentials(schemas.document)
  const declared = operation.parameters
    .filter((parameter) => parameter.in !== 'header' || !ignored.has(parameter.name.toLowerCase()))
    .filter((parameter) => !credentials.has(`${parameter.in} ${parameter.name.toLowerCase()}`))
  for (const { name } of declared.filter((parameter) => parameter.in === 'cookie')) {
    notes.push(`${operation.title}: browsers do not let a page send the cookie \`${name}\``)
  }
  const body = readBody(schemas, operation, new Set(declared.map(({ name }) => name)), notes)
  const names = nameParameters(operation.title, declared, body?.bodyIn === 'body', notes)
  const parameters = declared.map((parameter, index): InputParameter => {
    const { required: isRequired } = parameter
    const schema = schemas.at(parameter.schema)
    const name = names[index] ?? parameter.name
    const place = readPlace(schemas, operation.title, parameter, name, notes)
    const isDeprecated = schemas.rawAt(parameter)['deprecated'] === true
    return { name, parameter, schema, place, isRequired, isDeprecated }
  })
  const members = body?.bodyIn === 'members' ? [...(schemas.membersOf(body.schema, 'request') ?? [])] : []
  const needed = [...parameters.map((one) => [one.name, one] as const), ...members].filter(
    ([, { isRequired }]) => isRequired,
  )
  const constants = needed.flatMap(([name, { schema }]) =>
    schemas.constantOf(schema).map((value) => [name, value] as const),
  )
  return { parameters, ...(body === undefined ? {} : { body }), constants: new Map(constants) }
}

/** The schemas of an input, which become types. */
export function listInputSchemas({ parameters, body }: OperationInput): readonly Schema[] {
  const schemas = parameters.map(({ schema }) => schema)
  const isTyped = body !== undefined && (body.kind === 'json' || body.kind === 'form')
  return isTyped ? [...schemas, body.schema] : schemas
}

/** Parameters that repeat a security scheme are credentials, which the client has by itself. */
function listCredentials({ securitySchemes }: ApiDocument): ReadonlySet<string> {
  const keys = [...securitySchemes.values()].filter(({ type }) => type === 'apiKey')
  return new Set(keys.map((key) => `${key.in} ${key.parameterName?.toLowerCase()}`))
}

/**
 * The names of parameters in an input. One whose name a path parameter, one before it or the body has is named after its place too:
 * `queryId`.
 */
function nameParameters(
  title: string,
  parameters: readonly ApiParameter[],
  hasBody: boolean,
  notes: string[],
): readonly string[] {
  const taken = new Set(hasBody ? ['body'] : [])
  const names = new Map<ApiParameter, string>()
  for (const parameter of parameters.toSorted(
    (one, other) => Number(other.in === 'path') - Number(one.in === 'path'),
  )) {
    const { in: place, name } = parameter
    const longer = toCamelCase(`${place} ${name}`)
    let free = taken.has(name) ? longer : name
    for (let number = 2; taken.has(free); number += 1) free = `${longer}${number}`
    taken.add(free)
    names.set(parameter, free)
    if (free !== name) notes.push(`${title}: the ${place} parameter \`${name}\` is the member \`${free}\``)
  }
  return parameters.map((parameter) => names.get(parameter) ?? parameter.name)
}

function readPlace(
  schemas: Schemas,
  title: string,
  parameter: ApiParameter,
  member: string,
  notes: string[],
): ParameterPlace {
  const { name, in: place, style, explode, allowReserved, contentType } = parameter
  const own = member === name ? {} : { name }
  if (contentType !== undefined) return { in: place, ...own, contentType }
  const schema = schemas.at(parameter.schema)
  const kind = kindOf(schemas, schema)
  if (kind === 'object' && style !== 'deepObject') noteNested(schemas, title, name, schema, notes)
  // A list is written in one way in a path or header, and one value always is.
  const isPlain =
    kind === 'value' || (kind === 'array' && (explode || place === 'path' || place === 'header'))
  const isUsual = style === 'simple' || style === 'form'
  if (isUsual && isPlain && !allowReserved && member === name) return place
  return { in: place, ...own, style, explode, ...(allowReserved && { allowReserved }) }
}

function kindOf(schemas: Schemas, schema: Schema): 'value' | 'array' | 'object' {
  const resolved = schemas.resolve(schema)
  if (typeof resolved === 'boolean') return 'value'
  const { type, items, properties, additionalProperties, allOf = [], oneOf = [], anyOf = [] } = resolved
  const types = typeof type === 'string' ? [type] : (type ?? [])
  const kinds = [...allOf, ...oneOf, ...anyOf].map((part) => kindOf(schemas, part))
  const isStructured = properties !== undefined || additionalProperties !== undefined
  if (types.includes('object') || (isStructured && types.length === 0) || kinds.includes('object'))
    return 'object'
  return types.includes('array') || items !== undefined || kinds.includes('array') ? 'array' : 'value'
}

/** Only `deepObject` has a form for the members of members. */
function noteNested(schemas: Schemas, title: string, name: string, schema: Schema, notes: string[]): void {
  for (const [member, { schema: of }] of schemas.membersOf(schema, 'request') ?? []) {
    if (kindOf(schemas, of) !== 'value')
      notes.push(`${title}: the member \`${member}\` of the parameter \`${name}\` is written as JSON`)
  }
}

function readBody(
  schemas: Schemas,
  { body: declared, method, title }: NamedOperation,
  names: ReadonlySet<string>,
  notes: string[],
): InputBody | undefined {
  const chosen = declared && chooseMediaType(schemas, declared.media, 'request')
  if (declared === undefined || chosen === undefined) return undefined
  const { required: isRequired } = declared
  const { kind, contentType, others, media } = chosen
  if (BODILESS_METHODS.has(method)) {
    if (isRequired) throw new Problem(`a ${method} request cannot have a body`)
    notes.push(`${title}: a ${method} request cannot have a body, so its optional one is left out`)
    return undefined
  }
  if (contentType.includes('*')) throw new Problem(`a request body cannot be sent as ${contentType}`)
  if (others.length > 0)
    notes.push(`${title}: sent as ${contentType}; the document also takes ${others.join(', ')}`)
  const schema = schemas.at(media.schema)
  const keys = kind === 'json' || kind === 'form' ? schemas.keysOf(schema, 'request') : undefined
  const isFlat = keys !== undefined && keys.size > 0 && [...keys].every((key) => !names.has(key))
  const isParts = contentType.startsWith('multipart/')
  if (isParts && keys === undefined && schema !== true && kindOf(schemas, schema) !== 'object') {
    throw new Problem(`a body of ${contentType} has to be an object`)
  }
  const encoding = kind === 'form' ? readEncoding(media, title, notes) : undefined
  return { schema, media, kind, contentType, bodyIn: isFlat ? 'members' : 'body', isRequired, ...encoding }
}

/** The rules for single fields of a form. One of files is written in one way: a list as repeated fields, an object as JSON. */
function readEncoding(
  { contentType, encoding }: ApiMedia,
  title: string,
  notes: string[],
): Pick<InputBody, 'encoding'> {
  const rules = Object.entries(encoding).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
  const isParts = contentType.startsWith('multipart/')
  if (isParts) {
    for (const [name, rule] of rules) {
      for (const keyword of ['style', 'explode', 'allowReserved', 'headers'].filter((one) =>
        Object.hasOwn(rule, one),
      ))
        notes.push(`${title}: the form field \`${name}\` is sent without its \`${keyword}\``)
    }
  }
  if (isParts || rules.length === 0) return {}
  const known = rules.map(([name, rule]) => {
    const given = Object.entries(rule).filter(([key]) =>
      /^(?:style|explode|allowReserved|contentType)$/.test(key),
    )
    return [name, Object.fromEntries(given)] as const
  })
  return { encoding: Object.fromEntries(known) }
}
