import {
  type Content,
  type MediaType,
  type OpenApiDocument,
  type ParameterObject,
  Problem,
  type RequestBody,
  resolve,
  type Schema,
} from '../document.ts'
import { chooseMediaType, type MediaKind } from './media-types.ts'
import type { ApiOperation } from './operations.ts'
import type { Schemas } from '../schemas/schemas.ts'

/** How a parameter travels, as the operation table has it. */
export type ParameterPlace =
  | 'path'
  | 'query'
  | 'header'
  | 'cookie'
  | { readonly in: string; readonly style: string; readonly explode: boolean; readonly allowReserved?: true }

/** The input of a method: parameters and body of its operation. */
export interface OperationInput {
  readonly parameters: readonly InputParameter[]
  readonly body?: InputBody
  /** The values of what is required and can have one value only. */
  readonly constants: ReadonlyMap<string, unknown>
}

export interface InputParameter {
  readonly parameter: ParameterObject
  readonly place: ParameterPlace
  readonly isRequired: boolean
}

export interface InputBody {
  readonly schema: Schema
  readonly media: MediaType
  readonly kind: MediaKind
  readonly contentType: string
  readonly bodyIn: 'members' | 'body'
  readonly isRequired: boolean
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
  { operation, parameters: declared, title, method, path }: ApiOperation,
  { ignoreParameters = [], skipUnsupported = false }: InputOptions,
  notes: string[],
): OperationInput {
  const ignored = new Set([...clientHeaders, ...ignoreParameters.map((name) => name.toLowerCase())])
  const credentials = listCredentials(schemas.document)
  const parameters = declared
    .filter((parameter) => parameter.in !== 'header' || !ignored.has(parameter.name.toLowerCase()))
    .filter((parameter) => !credentials.has(`${parameter.in} ${parameter.name.toLowerCase()}`))
    .flatMap((parameter): InputParameter[] => {
      const isRequired = parameter.required === true || parameter.in === 'path'
      try {
        return [{ parameter, place: readPlace(schemas, parameter), isRequired }]
      } catch (error) {
        if (isRequired || !skipUnsupported || !(error instanceof Problem)) throw error
        notes.push(`${title}: has no member \`${parameter.name}\`: ${error.message}`)
        return []
      }
    })
  rejectSharedNames(parameters.map(({ parameter }) => parameter))
  rejectOtherPath(path, declared)
  for (const { parameter } of parameters.filter(({ place }) => place === 'cookie')) {
    notes.push(`${title}: browsers do not let a page send the cookie \`${parameter.name}\``)
  }
  const names = new Set(parameters.map(({ parameter }) => parameter.name))
  const body = readBody(schemas, operation.requestBody, names, title, notes)
  if (body !== undefined && ['GET', 'HEAD'].includes(method))
    throw new Problem(`a ${method} request cannot have a body`)
  const fixed = parameters
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ parameter }) => entryOf(schemas, parameter.name, parameter.schema ?? true))
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
  const schemas = parameters.map(({ parameter }) => parameter.schema ?? true)
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
function listCredentials(document: OpenApiDocument): ReadonlySet<string> {
  const schemes = Object.values(document.components?.securitySchemes ?? {})
  return new Set(
    schemes
      .map((scheme) => resolve<Readonly<Record<string, unknown>>>(document, scheme))
      .filter((scheme) => scheme['type'] === 'apiKey')
      .map((scheme) => `${String(scheme['in'])} ${String(scheme['name']).toLowerCase()}`),
  )
}

function rejectSharedNames(parameters: readonly ParameterObject[]): void {
  for (const { name } of parameters) {
    const places = parameters.filter((parameter) => parameter.name === name).map((parameter) => parameter.in)
    if (places.length > 1)
      throw new Problem(`the parameter \`${name}\` is declared in ${places.join(' and in ')}`)
  }
}

/** Every name in braces needs a parameter, and every path parameter a place. */
function rejectOtherPath(path: string, parameters: readonly ParameterObject[]): void {
  const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name)
  const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const missing = names.find((name) => name !== undefined && !declared.includes(name))
  if (missing !== undefined) throw new Problem(`the path has no parameter for {${missing}}`)
  const misplaced = declared.find((name) => !names.includes(name))
  if (misplaced !== undefined) throw new Problem(`the path has no place for the parameter \`${misplaced}\``)
}

function readPlace(schemas: Schemas, parameter: ParameterObject): ParameterPlace {
  const { name, in: place, content, allowReserved } = parameter
  if (content !== undefined)
    throw new Problem(`the parameter \`${name}\` is serialized as a media type (\`content\`)`)
  const kind = kindOf(schemas, parameter.schema ?? true)
  if (place === 'header' || place === 'cookie') {
    if (kind === 'object' || (kind === 'array' && place === 'cookie')) {
      throw new Problem(`the parameter \`${name}\` is an ${kind} in a ${place}`)
    }
    return place
  }
  if (place !== 'path' && place !== 'query') throw new Problem(`the parameter \`${name}\` is in ${place}`)
  const usual = place === 'path' ? 'simple' : 'form'
  const { style = usual } = parameter
  const { explode = style === 'form' } = parameter
  if (style === 'deepObject' && kind !== 'object') {
    throw new Problem(`the parameter \`${name}\` has the style deepObject but is not an object`)
  }
  if (kind === 'object') rejectNested(schemas, parameter)
  // The client writes an object in a query as deepObject unless the table says otherwise.
  const isPlain = kind === 'value' || (kind === 'array' && (place === 'path' || explode))
  if (style === usual && isPlain && allowReserved !== true) return place
  return { in: place, style, explode, ...(allowReserved === true ? { allowReserved } : {}) }
}

function kindOf(schemas: Schemas, schema: Schema): 'value' | 'array' | 'object' {
  const resolved = schemas.resolve(schema)
  if (typeof resolved === 'boolean') return 'value'
  const { type, items, properties, additionalProperties, allOf = [], oneOf = [], anyOf = [] } = resolved
  const types = typeof type === 'string' ? [type] : (type ?? [])
  const kinds = [...allOf, ...oneOf, ...anyOf].map((part) => kindOf(schemas, part))
  const isObject = properties !== undefined || additionalProperties !== undefined
  if (types.includes('object') || (isObject && types.length === 0) || kinds.includes('object'))
    return 'object'
  return types.includes('array') || items !== undefined || kinds.includes('array') ? 'array' : 'value'
}

function rejectNested(schemas: Schemas, { name, schema = true }: ParameterObject): void {
  for (const [member, { schema: of }] of schemas.membersOf(schema, 'request') ?? []) {
    const kind = kindOf(schemas, of)
    if (kind !== 'value')
      throw new Problem(`the member \`${member}\` of the parameter \`${name}\` is an ${kind}`)
  }
}

function readBody(
  schemas: Schemas,
  reference: ApiOperation['operation']['requestBody'],
  names: ReadonlySet<string>,
  title: string,
  notes: string[],
): InputBody | undefined {
  if (reference === undefined) return undefined
  const { content = {}, required = false } = resolve<RequestBody>(schemas.document, reference)
  const chosen = chooseMediaType(schemas, content, 'request')
  if (chosen === undefined) return undefined
  const { kind, contentType, others, media } = chosen
  if (contentType.includes('*')) throw new Problem(`a request body cannot be sent as ${contentType}`)
  if (others.length > 0)
    notes.push(`${title}: sent as ${contentType}; the document also takes ${others.join(', ')}`)
  const { schema = true } = media
  if (kind === 'form') rejectEncoding(schemas, contentType, content)
  const keys = kind === 'json' || kind === 'form' ? schemas.keysOf(schema, 'request') : undefined
  const isFlat = keys !== undefined && keys.size > 0 && [...keys].every((key) => !names.has(key))
  if (kind === 'form' && keys === undefined && schema !== true && kindOf(schemas, schema) !== 'object') {
    throw new Problem(`a body of ${contentType} has to be an object`)
  }
  if (!isFlat && names.has('body')) {
    throw new Problem('the input has a parameter `body`, and the request body needs this name')
  }
  return { schema, media, kind, contentType, bodyIn: isFlat ? 'members' : 'body', isRequired: required }
}

/** A form is written in one way: text as it is, a list as repeated fields, an object of a multipart form as JSON. */
function rejectEncoding(schemas: Schemas, contentType: string, content: Content): void {
  const { encoding = {}, schema = true } = content[contentType] ?? {}
  for (const [name, rules] of Object.entries(encoding)) {
    const unusual = ['style', 'allowReserved', 'headers'].find((keyword) => rules[keyword] !== undefined)
    if (unusual !== undefined || rules['explode'] === false) {
      throw new Problem(`the form field \`${name}\` has an encoding with \`${unusual ?? 'explode'}\``)
    }
  }
  if (contentType.startsWith('multipart/')) return
  for (const [name, member] of schemas.membersOf(schema, 'request') ?? []) {
    if (kindOf(schemas, member.schema) === 'object') {
      throw new Problem(`the form field \`${name}\` is an object, which ${contentType} cannot express`)
    }
  }
}
