import {
  type HeaderObject,
  isRecord,
  listExamples,
  type MediaType,
  Problem,
  resolve,
  type ResponseObject,
  type Schema,
} from '../document.ts'
import { chooseMediaType } from './media-types.ts'
import { toPascalCase } from '../names.ts'
import type { ApiOperation } from './operations.ts'
import type { SchemaTypes } from '../schemas/schema-types.ts'
import { isNullable } from '../schemas/keywords.ts'
import type { Schemas } from '../schemas/schemas.ts'
import { quote, quoteKey, unionLines } from '../text.ts'

export type ResultKind = 'json' | 'text' | 'blob' | 'stream' | 'none'

/** One declared response. */
export interface DeclaredResponse {
  /** As the document has it: `200`, `2XX` or `default`. */
  readonly status: string
  readonly response: ResponseObject
  readonly kind: ResultKind
  readonly media?: MediaType
  readonly contentType?: string
  /** Whether the document declares other media types beside that one. */
  readonly hasChoice?: boolean
}

/** The responses of an operation. */
export interface OperationResults {
  readonly successes: readonly DeclaredResponse[]
  readonly errors: readonly DeclaredResponse[]
  /** How the client reads a success. `value` is JSON that may be no object and no list. */
  readonly kind: ResultKind | 'value'
  /** Whether some successes have a body and others none. */
  readonly mayBeEmpty: boolean
  /** The media type to request, if a success may have another one. */
  readonly accept?: string
  /** In lower case, sorted. */
  readonly headerNames: readonly string[]
}

/** Reads the responses of an operation. */
export function readResults(
  schemas: Schemas,
  { operation, method, title }: ApiOperation,
  notes: string[],
): OperationResults {
  const declared = Object.entries(operation.responses ?? {}).map(([status, reference]) => {
    const response = resolve<ResponseObject>(schemas.document, reference)
    return readResponse(schemas, status, response, method, title, notes)
  })
  const successes = declared.filter(({ status }) => status.startsWith('2'))
  const fallback = declared.filter(({ status }) => status === 'default')
  const errors = declared.filter(({ status }) => /^[45]/.test(status))
  const stated = successes.length > 0 ? successes : fallback
  const results = stated.length > 0 ? stated : [unstatedSuccess(declared, title, notes)]
  const headerNames = results.flatMap(({ response }) =>
    Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()),
  )
  const accept = results.find(({ hasChoice }) => hasChoice)?.contentType
  return {
    ...(accept !== undefined && { accept }),
    successes: results,
    errors: successes.length > 0 ? [...errors, ...fallback] : errors,
    kind: commonKind(schemas, results),
    mayBeEmpty: new Set(results.map(({ kind }) => kind === 'none')).size > 1,
    headerNames: [...new Set(headerNames)]
      .filter((name) => name !== 'authorization' && name !== 'set-cookie' && name !== 'content-type')
      .toSorted(),
  }
}

/** The success of an operation that declares errors alone: it happens, and its body is not known. */
function unstatedSuccess(
  declared: readonly DeclaredResponse[],
  title: string,
  notes: string[],
): DeclaredResponse {
  if (declared.some(({ status }) => status.startsWith('3')))
    throw new Problem('responds with redirects only, which the client does not follow')
  notes.push(`${title}: declares no success response; the client ignores the body of one`)
  return { status: '2XX', response: {}, kind: 'none' }
}

function readResponse(
  schemas: Schemas,
  status: string,
  response: ResponseObject,
  method: string,
  title: string,
  notes: string[],
): DeclaredResponse {
  const hasBody = method !== 'HEAD' && status !== '204' && status !== '205'
  const chosen = hasBody ? chooseMediaType(schemas, response.content ?? {}, 'response') : undefined
  if (chosen === undefined) return { status, response, kind: 'none' }
  const { contentType, media, others, kind } = chosen
  if (others.length > 0 && status.startsWith('2')) {
    notes.push(
      `${title}: the ${status} is read as ${contentType}; the document also has ${others.join(', ')}`,
    )
  }
  const resultKind = kind === 'bytes' || kind === 'form' ? 'blob' : kind
  return { status, response, kind: resultKind, media, contentType, hasChoice: others.length > 0 }
}

function commonKind(schemas: Schemas, results: readonly DeclaredResponse[]): OperationResults['kind'] {
  const kinds = [...new Set(results.map(({ kind }) => kind))]
  const [kind = 'none', ...others] = kinds.filter((one) => one !== 'none' || kinds.length === 1)
  if (others.length > 0 || (kinds.length > 1 && kind !== 'json')) {
    throw new Problem(`its successes are of different kinds: ${kinds.join(', ')}`)
  }
  const bodies = results.filter((result) => result.kind === 'json').map(({ media }) => media?.schema ?? true)
  return kind === 'json' && !bodies.every((schema) => isStructure(schemas, schema)) ? 'value' : kind
}

/** Whether every instance of a schema is an object or a list. */
function isStructure(schemas: Schemas, schema: Schema): boolean {
  const resolved = schemas.resolve(schema)
  if (typeof resolved === 'boolean' || isNullable(resolved)) return false
  const { type, allOf = [], oneOf, anyOf, properties } = resolved
  const types = typeof type === 'string' ? [type] : type
  if (types !== undefined) return types.every((one) => one === 'object' || one === 'array')
  const variants = oneOf ?? anyOf
  return (
    properties !== undefined ||
    allOf.some((part) => isStructure(schemas, part)) ||
    variants?.every((variant) => isStructure(schemas, variant)) === true
  )
}

/** The schemas of JSON bodies, which become types. */
export function listSchemas({ successes, errors }: OperationResults): readonly Schema[] {
  return [...successes, ...errors].flatMap(({ kind, media }) =>
    kind === 'json' ? [media?.schema ?? true] : [],
  )
}

/** The type of a call's data, and that of the response around it. */
export interface ResultTypes {
  readonly data: string
  readonly response: string
  /** The type of the body of each declared response, errors included. */
  readonly bodies: readonly (readonly [DeclaredResponse, string])[]
}

/** Declares the types of an operation's responses, and gives those of its successes. */
export function writeResults(
  types: SchemaTypes,
  operation: ApiOperation,
  { successes, errors, headerNames }: OperationResults,
): ResultTypes {
  const headers = headerNames.map(quote).join(' | ')
  const bodies = successes.map((success) => {
    return [success, dataType(types, operation, success, successes.length > 1)] as const
  })
  const errorBodies = errors.map((error) => {
    const isJson = error.kind === 'json'
    return [
      error,
      isJson ? types.write(error.media?.schema ?? true, 'response', '    ').text : 'string',
    ] as const
  })
  const statusesByData = new Map<string, string[]>()
  for (const [success, data] of bodies) {
    const status = /^\d+$/.test(success.status) ? success.status : 'number'
    statusesByData.set(data, [...(statusesByData.get(data) ?? []), status])
  }
  const isEmpty = [...statusesByData.keys()].every((data) => data === 'void')
  const shown = (data: string) => (data === 'void' && !isEmpty ? 'undefined' : data)
  const responses = [...statusesByData].map(([data, statuses]) => {
    const status = statuses.includes('number') ? 'number' : statuses.join(' | ')
    return `ApiResponse<${[status, shown(data), headers].filter((part) => part !== '').join(', ')}>`
  })
  return {
    data: [...statusesByData.keys()].map(shown).join(' | '),
    response: responses.join(' | '),
    bodies: [...bodies, ...errorBodies],
  }
}

function dataType(
  types: SchemaTypes,
  operation: ApiOperation,
  { kind, media, status }: DeclaredResponse,
  isOneOfSeveral: boolean,
): string {
  switch (kind) {
    case 'json': {
      const name = `${toPascalCase(operation.name)}Result${isOneOfSeveral ? status : ''}`
      return types.shorten(name, media?.schema ?? true, 'response', {
        title: operation.title,
        text: `What \`${operation.name}\` responds with.`,
      }).text
    }
    case 'text':
      return 'string'
    case 'blob':
      return 'Blob'
    case 'stream':
      return 'ReadableStream<Uint8Array>'
    case 'none':
      return 'void'
  }
}

/** The error codes of an operation by status; a status without known codes has an empty list. */
export function readErrorCodes(
  schemas: Schemas,
  { errors }: OperationResults,
  errorCodeHeader: string | undefined,
): readonly (readonly [status: string, codes: readonly string[]])[] {
  return errors.map((error) => {
    const codes =
      errorCodeHeader === undefined
        ? codesOfBody(schemas, error)
        : codesOfHeader(schemas, error, errorCodeHeader.toLowerCase())
    return [error.status, [...new Set(codes)]]
  })
}

/** The code of the header's own example, or, where the response has several examples, the name of each. */
function codesOfHeader(
  schemas: Schemas,
  { response, media }: DeclaredResponse,
  name: string,
): readonly string[] {
  const found = Object.entries(response.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  if (found === undefined) return []
  const header = resolve<HeaderObject>(schemas.document, found[1])
  const names = Object.keys(media?.examples ?? {})
  if (names.length > 1) return names
  const shown = listExamples(schemas.document, { ...header, schema: true }).map(([, value]) => value)
  const known = shown.length > 0 ? shown : (schemas.valuesOf(header.schema ?? true) ?? names)
  return known.filter((code) => typeof code === 'string')
}

/** The values of a member `code` or `type`: as its schema lists them, or else as the examples show them. */
function codesOfBody(schemas: Schemas, { media, kind }: DeclaredResponse): readonly string[] {
  if (kind !== 'json' || media === undefined) return []
  const members = schemas.membersOf(media.schema ?? true, 'response')
  const bodies = listExamples(schemas.document, media).map(([, body]) => body)
  const candidates = ['code', 'type'].flatMap((name) => [
    schemas.valuesOf(members?.get(name)?.schema ?? true) ?? [],
    bodies.map((body) => (isRecord(body) ? body[name] : undefined)),
  ])
  const codes = candidates.map((values) =>
    values.filter((value) => typeof value === 'string').filter((value) => value !== 'about:blank'),
  )
  return codes.find((values) => values.length > 0) ?? []
}

/** One line of the table of error codes: `bookSeat: { 404: 'seat_not_found' }`. */
export function errorCodesMember(
  name: string,
  codes: readonly (readonly [status: string, codes: readonly string[]])[],
): readonly string[] {
  const known = codes.filter(([, some]) => some.length > 0)
  if (known.length === 0) return [`  ${name}: {}`]
  const members = known.flatMap(([status, some]) => unionLines(`    ${quoteKey(status)}: `, some.map(quote)))
  return [`  ${name}: {`, ...members, '  }']
}
