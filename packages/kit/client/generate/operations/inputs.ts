import type { ApiDocument, ApiMedia, ApiParameter, ParameterLocation } from '@contract-kit/openapi'
import { BODILESS_METHODS } from '@contract-kit/openapi/write'
import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { Problem } from '../problems.ts'
import type { Schema } from '../schemas/schema.ts'
import type { Schemas } from '../schemas/schemas.ts'
import { chooseMediaType, type MediaKind } from './media-types.ts'
import type { NamedOperation } from './operations.ts'

/** How a parameter travels, as the operation table has it. */
export type ParameterPlace =
  | ParameterLocation
  | { readonly in: string; readonly style: string; readonly explode: boolean; readonly allowReserved?: true }
  | { readonly in: string; readonly contentType: string }

/** The input of a method: parameters and body of its operation. */
export interface OperationInput {
  readonly parameters: readonly InputParameter[]
  readonly body?: InputBody
  /** The values of what is required and can have one value only. */
  readonly constants: ReadonlyMap<string, unknown>
}

export interface InputParameter {
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

export interface InputOptions {
  /** Request headers that the client sets by itself. */
  readonly ignoreParameters?: readonly string[]
  /** Leaves out an optional parameter that the client cannot express, with a note. */
  readonly skipUnsupported?: boolean
}

const clientHeaders = ['authorization', 'accept', 'content-type', 'user-agent', 'idempotency-key']

/** Reads the input of an operation. */
export function readInput(
  schemas: Schemas,
  operation: NamedOperation,
  { ignoreParameters = [], skipUnsupported = false }: InputOptions,
  notes: string[],
): OperationInput {
  const { parameters: declared, title } = operation
  const ignored = new Set([...clientHeaders, ...ignoreParameters.map((name) => name.toLowerCase())])
  const credentials = listCredentials(schemas.document)
  const parameters = declared
    .filter((parameter) => parameter.in !== 'header' || !ignored.has(parameter.name.toLowerCase()))
    .filter((parameter) => !credentials.has(`${parameter.in} ${parameter.name.toLowerCase()}`))
    .flatMap((parameter): InputParameter[] => {
      const schema = schemas.at(parameter.schema)
      const isDeprecated = schemas.rawAt(parameter)['deprecated'] === true
      const { required: isRequired } = parameter
      try {
        return [{ parameter, schema, place: readPlace(schemas, parameter, schema), isRequired, isDeprecated }]
      } catch (error) {
        if (isRequired || !skipUnsupported || !(error instanceof Problem)) throw error
        notes.push(`${title}: has no member \`${parameter.name}\`: ${error.message}`)
        return []
      }
    })
  rejectSharedNames(parameters.map(({ parameter }) => parameter))
  for (const { parameter } of parameters.filter(({ parameter: one }) => one.in === 'cookie')) {
    notes.push(`${title}: browsers do not let a page send the cookie \`${parameter.name}\``)
  }
  const names = new Set(parameters.map(({ parameter }) => parameter.name))
  const body = readBody(schemas, operation, names, notes)
  const fixed = parameters
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ parameter, schema }) => entryOf(schemas, parameter.name, schema))
  const members = body?.bodyIn === 'members' ? requiredMembers(schemas, body) : []
  const fixedMembers = members.flatMap(([name, { schema }]) => entryOf(schemas, name, schema))
  return {
    parameters,
    ...(body === undefined ? {} : { body }),
    constants: new Map([...fixed, ...fixedMembers]),
  }
}

/** The schemas of an input, which become types. */
export function listInputSchemas({ parameters, body }: OperationInput): readonly Schema[] {
  const schemas = parameters.map(({ schema }) => schema)
  const isTyped = body !== undefined && (body.kind === 'json' || body.kind === 'form')
  return isTyped ? [...schemas, body.schema] : schemas
}

function entryOf(schemas: Schemas, name: string, schema: Schema): [string, unknown][] {
  return schemas.constantOf(schema).map((value) => [name, value])
}

function requiredMembers(schemas: Schemas, { schema }: InputBody) {
  return [...(schemas.membersOf(schema, 'request') ?? [])].filter(([, { isRequired }]) => isRequired)
}

/** Parameters that repeat a security scheme are credentials, which the client has by itself. */
function listCredentials({ securitySchemes }: ApiDocument): ReadonlySet<string> {
  const keys = [...securitySchemes.values()].filter(({ type }) => type === 'apiKey')
  return new Set(keys.map((key) => `${key.in} ${key.parameterName?.toLowerCase()}`))
}

function rejectSharedNames(parameters: readonly ApiParameter[]): void {
  for (const { name } of parameters) {
    const places = parameters.filter((parameter) => parameter.name === name).map((parameter) => parameter.in)
    if (places.length > 1)
      throw new Problem(`the parameter \`${name}\` is declared in ${places.join(' and in ')}`)
  }
}

function readPlace(schemas: Schemas, parameter: ApiParameter, schema: Schema): ParameterPlace {
  const { name, in: place, style, explode, allowReserved, contentType } = parameter
  if (contentType !== undefined) return { in: place, contentType }
  const kind = kindOf(schemas, schema)
  if (style === 'deepObject' && kind !== 'object') {
    throw new Problem(`the parameter \`${name}\` has the style deepObject but is not an object`)
  }
  if (kind === 'object' && style !== 'deepObject') rejectNested(schemas, name, schema)
  // A list is written in one way in a path or header, and one value always is.
  const isPlain =
    kind === 'value' || (kind === 'array' && (explode || place === 'path' || place === 'header'))
  const isUsual = style === 'simple' || style === 'form'
  if (isUsual && isPlain && !allowReserved) return place
  return { in: place, style, explode, ...(allowReserved && { allowReserved }) }
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
function rejectNested(schemas: Schemas, name: string, schema: Schema): void {
  for (const [member, { schema: of }] of schemas.membersOf(schema, 'request') ?? []) {
    const kind = kindOf(schemas, of)
    if (kind !== 'value')
      throw new Problem(`the member \`${member}\` of the parameter \`${name}\` is an ${kind}`)
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
  if (kind === 'form' && keys === undefined && schema !== true && kindOf(schemas, schema) !== 'object') {
    throw new Problem(`a body of ${contentType} has to be an object`)
  }
  if (!isFlat && names.has('body')) {
    throw new Problem('the input has a parameter `body`, and the request body needs this name')
  }
  const encoding = kind === 'form' ? readEncoding(media) : undefined
  return { schema, media, kind, contentType, bodyIn: isFlat ? 'members' : 'body', isRequired, ...encoding }
}

/** The rules for single fields of a form. One of files is written in one way: a list as repeated fields, an object as JSON. */
function readEncoding({ contentType, encoding }: ApiMedia): Pick<InputBody, 'encoding'> {
  const rules = Object.entries(encoding).flatMap(([name, rule]) =>
    isObject(rule) ? [[name, rule] as const] : [],
  )
  if (!contentType.startsWith('multipart/')) {
    const known = rules.map(([name, { style, explode, allowReserved, contentType: type }]) => {
      const given = Object.entries({ style, explode, allowReserved, contentType: type })
      return [name, Object.fromEntries(given.filter(([, value]) => value !== undefined))] as const
    })
    return known.length === 0 ? {} : { encoding: Object.fromEntries(known) as Record<string, JsonObject> }
  }
  for (const [name, rule] of rules) {
    const unusual = ['style', 'allowReserved', 'headers'].find((keyword) => rule[keyword] !== undefined)
    if (unusual !== undefined || rule['explode'] === false)
      throw new Problem(`the form field \`${name}\` has an encoding with \`${unusual ?? 'explode'}\``)
  }
  return {}
}
