import type { ApiDocument, ApiHeader, ApiMedia, ApiResponse, Placed } from '@contract-kit/openapi'
import { own } from '@contract-kit/json-schema/json'
import { type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import { chooseMediaType } from './media-types.ts'
import { toPascalCase } from '../names.ts'
import type { NamedOperation } from './operations.ts'
import type { SchemaTypes } from '../schemas/schema-types.ts'
import { behind, isNullable, rawAt, type Schema, schemaOf, typesIn, valuesOf } from '../schemas/schema.ts'
import { membersOf, shapeOf } from '../schemas/shapes.ts'
import { quote, quoteKey, unionLines } from '../text.ts'

export type ResultKind = 'json' | 'text' | 'blob' | 'stream' | 'none'

/** One declared response. */
export interface DeclaredResponse {
  /** The status in the document: `200`, `2XX` or `default`. */
  readonly status: string
  readonly headers: readonly ApiHeader[]
  readonly kind: ResultKind
  readonly media?: ApiMedia
  readonly contentType?: string
  /** Whether the document also declares other media types. */
  readonly hasChoice?: boolean
}

/** The responses of an operation. */
export interface OperationResults {
  readonly successes: readonly DeclaredResponse[]
  readonly errors: readonly DeclaredResponse[]
  /** How the client reads a success. `value` is JSON that is not necessarily an object or a list. */
  readonly kind: ResultKind | 'value'
  /** Whether the operation declares redirects instead of successes. The client does not follow them. */
  readonly isRedirect: boolean
  /** Whether some successes have a body and others do not. */
  readonly mayBeEmpty: boolean
  /** The media type to request, if a success declares several. */
  readonly accept?: string
  /** The names of the success headers, in lowercase, sorted. */
  readonly headerNames: readonly string[]
}

/** Reads the responses of an operation. */
export function readResults({ responses, method, title }: NamedOperation, notes: string[]): OperationResults {
  const declared = [...responses.values()].map((response) => readResponse(response, method, title, notes))
  const [successes = [], redirects = [], fallback = []] = ['2', '3', 'default'].map((start) =>
    declared.filter(({ status }) => status.startsWith(start)),
  )
  const errors = declared.filter(({ status }) => /^[45]/.test(status))
  const stated = [successes, redirects, fallback].find((some) => some.length > 0)
  const isRedirect = stated === redirects
  const results = isRedirect
    ? redirects.map((redirect) => ({ ...redirect, kind: 'none' as const }))
    : ofOneKind(stated ?? [unstatedSuccess(title, notes)], title, notes)
  const headerNames = results.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()))
  const accept = results.find(({ hasChoice }) => hasChoice)?.contentType
  return {
    ...(accept !== undefined && { accept }),
    isRedirect,
    successes: results,
    errors: stated === fallback ? errors : [...errors, ...fallback],
    kind: commonKind(results),
    mayBeEmpty: new Set(results.map(({ kind }) => kind === 'none')).size > 1,
    headerNames: [...new Set(headerNames)]
      .filter((name) => name !== 'authorization' && name !== 'set-cookie')
      .toSorted(),
  }
}

/** Returns the success of an operation that declares only errors. Its body is unknown. */
function unstatedSuccess(title: string, notes: string[]): DeclaredResponse {
  notes.push(`${title}: declares no success response; the client ignores the body of one`)
  return { status: '2XX', headers: [], kind: 'none' }
}

function readResponse(
  { status, headers, media: declared }: ApiResponse,
  method: string,
  title: string,
  notes: string[],
): DeclaredResponse {
  const hasBody = method !== 'HEAD' && status !== '204' && status !== '205'
  const chosen = hasBody ? chooseMediaType(declared, 'response') : undefined
  if (chosen === undefined) return { status, headers, kind: 'none' }
  const { contentType, media, others, kind } = chosen
  if (others.length > 0 && status.startsWith('2')) {
    notes.push(
      `${title}: the ${status} is read as ${contentType}; the document also has ${others.join(', ')}`,
    )
  }
  const resultKind = kind === 'bytes' || kind === 'form' ? 'blob' : kind
  return { status, headers, kind: resultKind, media, contentType, hasChoice: others.length > 0 }
}

/** Changes successes of different kinds to a single kind, as which all of them can be read. */
function ofOneKind(
  results: readonly DeclaredResponse[],
  title: string,
  notes: string[],
): readonly DeclaredResponse[] {
  const kinds = [...new Set(results.map(({ kind }) => kind))].filter((kind) => kind !== 'none')
  if (kinds.length < 2) return results
  const kind = kinds.includes('stream') ? 'stream' : 'blob'
  notes.push(`${title}: its successes are ${kinds.join(' or ')}; each is read as ${kind}`)
  return results.map((result) => (result.kind === 'none' ? result : { ...result, kind }))
}

function commonKind(results: readonly DeclaredResponse[]): OperationResults['kind'] {
  const { kind = 'none' } = results.find((result) => result.kind !== 'none') ?? {}
  const bodies = results.filter((result) => result.kind === 'json')
  const isValue = bodies.some(({ media }) => media?.schema === undefined || !isStructure(media.schema))
  return kind === 'json' && isValue ? 'value' : kind
}

/** Whether every instance of a schema is an object or a list. */
function isStructure(schema: SchemaNode): boolean {
  const node = behind(schema)
  if (isNullable(node)) return false
  const types = typesIn(node)
  if (types.length > 0) return types.every((type) => type === 'object' || type === 'array')
  const variants = ['oneOf', 'anyOf'].map((keyword) => schemasAt(node, keyword))
  return (
    shapeOf([node], 'response') !== undefined ||
    schemasAt(node, 'allOf').some(isStructure) ||
    variants.some((all) => all.length > 0 && all.every(isStructure))
  )
}

/** Lists the schemas of JSON bodies, which become types. */
export function listSchemas({ successes, errors }: OperationResults): readonly Schema[] {
  return [...successes, ...errors].flatMap(({ kind, media }) => (kind === 'json' ? [schemaOf(media)] : []))
}

/** The types of a call: its data, and the response that contains the data. */
export interface ResultTypes {
  readonly data: string
  readonly response: string
  /** The body type of each declared response, including errors. */
  readonly bodies: readonly (readonly [DeclaredResponse, string])[]
}

/** Declares the types of an operation's responses, and returns the types of its results. */
export function writeResults(
  types: SchemaTypes,
  operation: NamedOperation,
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
      isJson ? types.write(schemaOf(error.media), { mode: 'response', indent: '    ' }).text : 'string',
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
  operation: NamedOperation,
  { kind, media, status }: DeclaredResponse,
  isOneOfSeveral: boolean,
): string {
  switch (kind) {
    case 'json': {
      const name = `${toPascalCase(operation.name)}Result${isOneOfSeveral ? status : ''}`
      return types.shorten(name, schemaOf(media), 'response', {
        title: operation.title,
        text: `The result of \`${operation.name}\`.`,
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

/** Returns the error codes of an operation by status. The list of a status without known codes is empty. */
export function readErrorCodes(
  document: ApiDocument,
  { errors }: OperationResults,
  errorCodeHeader: string | undefined,
): readonly (readonly [status: string, codes: readonly string[]])[] {
  return errors.map((error) => {
    const codes =
      errorCodeHeader === undefined
        ? codesOfBody(error)
        : codesOfHeader(document, error, errorCodeHeader.toLowerCase())
    return [error.status, [...new Set(codes)]]
  })
}

/** Whether the examples of a part have names. */
export function hasNamedExamples(document: ApiDocument, part: Placed): boolean {
  return Object.hasOwn(rawAt(document, part), 'examples')
}

/** Returns the names of the response examples if there are several, else the codes in the header's examples or schema. */
function codesOfHeader(
  document: ApiDocument,
  { headers, media }: DeclaredResponse,
  name: string,
): readonly string[] {
  const header = headers.find((one) => one.name.toLowerCase() === name)
  if (header === undefined) return []
  const names =
    media !== undefined && hasNamedExamples(document, media) ? media.examples.map((one) => one.name) : []
  if (names.length > 1) return names
  const isShown = hasNamedExamples(document, header) || Object.hasOwn(rawAt(document, header), 'example')
  const shown = isShown ? header.examples.map(({ value }) => value) : []
  const known = shown.length > 0 ? shown : (valuesOf(schemaOf(header)) ?? names)
  return known.filter((code) => typeof code === 'string')
}

/** Returns the values of the member `code` or `type`: those in its schema, or else those in the examples. */
function codesOfBody({ media, kind }: DeclaredResponse): readonly string[] {
  if (kind !== 'json' || media === undefined) return []
  const members = membersOf(schemaOf(media), 'response')
  const bodies = media.examples.map(({ value }) => value)
  const candidates = ['code', 'type'].flatMap((name) => [
    valuesOf(members?.get(name)?.schema ?? []) ?? [],
    bodies.map((body) => own(body, name)),
  ])
  const codes = candidates.map((values) =>
    values.filter((value) => typeof value === 'string').filter((value) => value !== 'about:blank'),
  )
  return codes.find((values) => values.length > 0) ?? []
}

/** Writes one entry of the table of error codes: `bookSeat: { 404: 'seat_not_found' }`. */
export function errorCodesMember(
  name: string,
  codes: readonly (readonly [status: string, codes: readonly string[]])[],
): readonly string[] {
  const known = codes.filter(([, some]) => some.length > 0)
  if (known.length === 0) return [`  ${name}: {}`]
  const members = known.flatMap(([status, some]) => unionLines(`    ${quoteKey(status)}: `, some.map(quote)))
  return [`  ${name}: {`, ...members, '  }']
}
