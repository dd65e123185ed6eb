import type { ApiDocument, ApiMedia, ApiParameter, ParameterLocation } from '@contract-kit/openapi'
import { BODILESS_METHODS } from '@contract-kit/openapi/write'
import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import { keywordOf, type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import { toCamelCase } from '../names.ts'
import { Problem } from '../problems.ts'
import { behind, constantOf, isBinary, rawAt, type Schema, schemaOf, typesIn } from '../schemas/schema.ts'
import { keysOf, membersOf } from '../schemas/shapes.ts'
import { chooseMediaType, type MediaKind } from './media-types.ts'
import type { NamedOperation } from './operations.ts'

/** The location and serialization of a parameter, as in the table of operations. */
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
  /** The values of required members that allow only one value, by name. */
  readonly constants: ReadonlyMap<string, unknown>
}

export interface InputParameter {
  /** The name in the input. */
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
  /** The encoding rules of form fields, by name; absent if there are none. */
  readonly encoding?: Readonly<Record<string, JsonObject>>
}

const clientHeaders = ['authorization', 'accept', 'content-type', 'user-agent', 'idempotency-key']

/** Reads the input of an operation. The client sets the ignored request headers automatically. */
export function readInput(
  document: ApiDocument,
  operation: NamedOperation,
  ignoreParameters: readonly string[],
  notes: string[],
): OperationInput {
  const ignored = new Set([...clientHeaders, ...ignoreParameters.map((name) => name.toLowerCase())])
  const credentials = listCredentials(document)
  const declared = operation.parameters
    .filter((parameter) => parameter.in !== 'header' || !ignored.has(parameter.name.toLowerCase()))
    .filter((parameter) => !credentials.has(`${parameter.in} ${parameter.name.toLowerCase()}`))
  for (const { name } of declared.filter((parameter) => parameter.in === 'cookie')) {
    notes.push(`${operation.title}: browsers do not let a page send the cookie \`${name}\``)
  }
  const body = readBody(operation, new Set(declared.map(({ name }) => name)), notes)
  const names = nameParameters(operation.title, declared, body?.bodyIn === 'body', notes)
  const parameters = declared.map((parameter, index): InputParameter => {
    const { required: isRequired } = parameter
    const schema = schemaOf(parameter)
    const name = names[index] ?? parameter.name
    const place = readPlace(operation.title, parameter, name, notes)
    const isDeprecated = rawAt(document, parameter)['deprecated'] === true
    return { name, parameter, schema, place, isRequired, isDeprecated }
  })
  const members = body?.bodyIn === 'members' ? [...(membersOf(body.schema, 'request') ?? [])] : []
  const needed = [...parameters.map((one) => [one.name, one] as const), ...members].filter(
    ([, { isRequired }]) => isRequired,
  )
  const constants = needed.flatMap(([name, { schema }]) =>
    constantOf(schema).map((value) => [name, value] as const),
  )
  return { parameters, ...(body === undefined ? {} : { body }), constants: new Map(constants) }
}

/** Lists the schemas of an input that become types. */
export function listInputSchemas({ parameters, body }: OperationInput): readonly Schema[] {
  const schemas = parameters.map(({ schema }) => schema)
  const isTyped = body !== undefined && (body.kind === 'json' || body.kind === 'form')
  return isTyped ? [...schemas, body.schema] : schemas
}

/** Lists the API keys of the security schemes. Parameters that repeat them are left out, because the client sends credentials. */
function listCredentials({ securitySchemes }: ApiDocument): ReadonlySet<string> {
  const keys = [...securitySchemes.values()].filter(({ type }) => type === 'apiKey')
  return new Set(keys.map((key) => `${key.in} ${key.parameterName?.toLowerCase()}`))
}

/**
 * Returns the names of parameters in an input. If a path parameter, an earlier parameter or the body has the same name, the
 * location is prepended: `queryId`.
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

function readPlace(title: string, parameter: ApiParameter, member: string, notes: string[]): ParameterPlace {
  const { name, in: place, style, explode, allowReserved, contentType } = parameter
  const own = member === name ? {} : { name }
  if (contentType !== undefined) return { in: place, ...own, contentType }
  const schema = schemaOf(parameter)
  const kind = kindOf(schema)
  if (kind === 'object' && style !== 'deepObject') noteNested(title, name, schema, notes)
  // `explode` has no effect on single values, or on lists in a path or header.
  const isPlain =
    kind === 'value' || (kind === 'array' && (explode || place === 'path' || place === 'header'))
  const isUsual = style === 'simple' || style === 'form'
  if (isUsual && isPlain && !allowReserved && member === name) return place
  return { in: place, ...own, style, explode, ...(allowReserved && { allowReserved }) }
}

function kindOf(schema: Schema): 'value' | 'array' | 'object' {
  const kinds = schema.map(behind).flatMap((node) => {
    const types = typesIn(node)
    const isStructured = ['properties', 'additionalProperties'].some(
      (keyword) => keywordOf(node, keyword) !== undefined,
    )
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => schemasAt(node, keyword))
    return [
      ...types,
      ...(isStructured && types.length === 0 ? ['object'] : []),
      ...(keywordOf(node, 'items') === undefined ? [] : ['array']),
      ...parts.map((part) => kindOf([part])),
    ]
  })
  return kinds.includes('object') ? 'object' : kinds.includes('array') ? 'array' : 'value'
}

/** Notes nested members, which only the style `deepObject` can serialize. */
function noteNested(title: string, name: string, schema: Schema, notes: string[]): void {
  for (const [member, { schema: of }] of membersOf(schema, 'request') ?? []) {
    if (kindOf(of) !== 'value')
      notes.push(`${title}: the member \`${member}\` of the parameter \`${name}\` is written as JSON`)
  }
}

function readBody(
  { body: declared, method, title }: NamedOperation,
  names: ReadonlySet<string>,
  notes: string[],
): InputBody | undefined {
  const chosen = declared && chooseMediaType(declared.media, 'request')
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
    notes.push(`${title}: sent as ${contentType}; the document also accepts ${others.join(', ')}`)
  const schema = schemaOf(media)
  const keys = kind === 'json' || kind === 'form' ? keysOf(schema, 'request') : undefined
  const isFlat = keys !== undefined && keys.size > 0 && [...keys].every((key) => !names.has(key))
  const isParts = contentType.startsWith('multipart/')
  if (isParts && keys === undefined && schema.length > 0 && kindOf(schema) !== 'object') {
    throw new Problem(`a body of ${contentType} has to be an object`)
  }
  const encoding = kind === 'form' ? readEncoding(media, schema, title, notes) : undefined
  return { schema, media, kind, contentType, bodyIn: isFlat ? 'members' : 'body', isRequired, ...encoding }
}

const isFileOrFiles = (node: SchemaNode): boolean =>
  isBinary(node) || schemasAt(behind(node), 'items').some(isBinary)

/** Reads the rules for form fields. Multipart forms have a fixed serialization: lists as repeated fields, objects as JSON. */
function readEncoding(
  { contentType, encoding }: ApiMedia,
  schema: Schema,
  title: string,
  notes: string[],
): Pick<InputBody, 'encoding'> {
  const rules = Object.entries(encoding).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
  const isParts = contentType.startsWith('multipart/')
  if (isParts) {
    for (const [name, rule] of rules) {
      // `fetch` gives a content type only to files, and theirs is that of the `Blob`.
      const isFile = membersOf(schema, 'request')?.get(name)?.schema.some(isFileOrFiles) ?? false
      const isOmitted = (keyword: string): boolean =>
        keyword === 'contentType' ? !isFile && rule[keyword] !== 'text/plain' : true
      for (const keyword of ['style', 'explode', 'allowReserved', 'headers', 'contentType'].filter(
        (one) => Object.hasOwn(rule, one) && isOmitted(one),
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
