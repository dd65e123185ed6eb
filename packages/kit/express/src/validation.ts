import type { Request, RequestHandler, Response } from 'express'
import { isObject, type JsonObject, own, parsePointer } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia, ApiOperation } from '@contract-kit/openapi'
import {
  isFileOf,
  mediaKindOf,
  readFormBody,
  readMultipartBody,
  readParameters,
  readTextBody,
} from '@contract-kit/openapi/wire'
import { isBytes, type SentBody } from './body.ts'
import { complaintsOf } from './complaints.ts'
import { type Problem, RequestError } from './errors.ts'
import { type Found, toProblem, validationError } from './problems.ts'
import { ValueValidator } from './value-validator.ts'
import { isInherited, isTaken } from './write-schemas.ts'

/** How requests are validated. */
export interface ValidationOptions {
  /** Header parameters, in lower case, that guards validate. */
  readonly skipHeaders: ReadonlySet<string>
  /** Largest body in bytes for which every problem is reported. For a larger one, only the first is. */
  readonly thoroughBytes: number
  /** Called for each part of the document that is not applied as written. */
  readonly onNote: (note: string) => void
}

/** The content of a validated request: its declared parameters by name, and its body. */
export type RequestInput = Readonly<Record<Place, JsonObject>> & { readonly body?: unknown }

type Place = 'path' | 'query' | 'header' | 'cookie'

const places: readonly Place[] = ['path', 'query', 'header', 'cookie']

/** The input of a validated request. */
export const inputOf = (response: Response): RequestInput => response.locals['input'] as RequestInput

/** The validator of one operation. */
export interface RequestValidator {
  /** Validates a request after its body was read, and stores its input on `response.locals`. */
  readonly handle: RequestHandler
  /** Compiles the validators for requests of ordinary size, so that no request waits for them. */
  compile(): Promise<void>
}

/** Operations that share a validator: either all have a body or none has. */
const sharers = 8

/**
 * Creates the validators of operations. A request is first parsed by the styles and encodings of the document into a JSON value with a
 * member for each place. express-openapi-validator then validates that value, independently of its serialization.
 */
export function createRequestValidators(
  operations: readonly ApiOperation[],
  options: ValidationOptions,
): ReadonlyMap<ApiOperation, RequestValidator> {
  // Bodies use many schemas. Requests without a body must not wait for them.
  const groups = [operations.filter(({ body }) => body === undefined), operations.filter(({ body }) => body)]
  const validators = groups.flatMap((group) => {
    let values = new ValueValidator(options.onNote)
    return group.map((operation, index) => {
      if (index % sharers === 0) values = new ValueValidator(options.onNote)
      return [operation, createRequestValidator(values, operation, options)] as const
    })
  })
  return new Map(validators)
}

function createRequestValidator(
  values: ValueValidator,
  operation: ApiOperation,
  { skipHeaders, thoroughBytes }: ValidationOptions,
): RequestValidator {
  const content = operation.body?.media ?? []
  // `readBody` rejects a request that lacks a required body.
  const sendable = operation.body?.required === true ? content : [undefined, ...content]
  const judges = new Map(
    sendable.map((media) => [media, new InputJudge(values, operation, media, skipHeaders)]),
  )
  return {
    handle: async (request, response, next) => {
      const sent = response.locals['sentBody'] as SentBody | undefined
      const media = content.find(({ contentType }) => contentType === sent?.mediaType)
      const read = readParameters(operation, { target: request.url, header: textsIn(request) })
      if (read === undefined) throw new RequestError('not_found', 'Not found')
      const malformed = read.malformed.map(({ in: place, name }) =>
        toProblem({ path: [place, name], message: 'must be JSON', keyword: 'type' }),
      )
      if (malformed.length > 0) throw validationError(malformed)
      const body = media === undefined ? {} : { body: bodyOf(request, media, sent) }
      const input: RequestInput = { ...asNumbers(read.values), ...body }
      const problems = await judges.get(media)!.judge(input, isOrdinary(request, thoroughBytes))
      if (problems.length > 0) throw validationError(problems)
      response.locals['input'] =
        media === undefined ? input : { ...input, body: shownBody(input, request, media, sent) }
      next()
    },
    async compile() {
      for (const judge of judges.values())
        await judge.judge({ path: {}, query: {}, header: {}, cookie: {}, body: null }, true)
    },
  }
}

const textsIn =
  ({ headers }: Request) =>
  (name: string): readonly string[] => {
    const value = headers[name.toLowerCase()] ?? []
    return Array.isArray(value) ? value : [value]
  }

/** Parses form fields by their schemas; returns any other body as its parser produced it. */
function bodyOf(request: Request, media: ApiMedia, sent: SentBody | undefined): unknown {
  const kind = mediaKindOf(media.contentType)
  if (kind === 'form') return asNumbers(readFormBody(media, formOf(request.body)))
  if (kind === 'multipart') return asNumbers(readMultipartBody(media, sent?.parts ?? []))
  if (kind === 'text' && typeof request.body === 'string') return readTextBody(media, request.body)
  return request.body
}

/** The body for the handler: text as it was sent; files only in `files`. */
function shownBody({ body }: RequestInput, request: Request, media: ApiMedia, sent?: SentBody): unknown {
  if (mediaKindOf(media.contentType) === 'text') return request.body
  const files = new Set(
    (sent?.files ?? []).map(({ field }) => field).filter((field) => isFileOf(media, field)),
  )
  if (files.size === 0 || !isObject(body)) return body
  const hide = (value: unknown): unknown => (Array.isArray(value) ? value.map(hide) : '')
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, files.has(name) ? hide(value) : value]),
  )
}

/** The text of a form. A parser of the application may have converted it to an object. */
function formOf(body: unknown): string {
  if (typeof body === 'string') return body
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) =>
    [value].flat().map((text): [string, string] => [name, String(text)]),
  )
  return new URLSearchParams(fields).toString()
}

/** Converts integers beyond 2^53 to numbers, as the generated types declare them. */
function asNumbers<Value>(value: Value): Value
function asNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    const item = asNumbers(members[name])
    if (item !== members[name]) members[name] = item
  }
  return value
}

/** Whether a request has no body, or one of at most so many bytes. */
function isOrdinary({ headers }: Request, thoroughBytes: number): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return length === undefined ? coding === undefined : Number(length) <= thoroughBytes
}

/** One part of a request that has a schema of its own: a parameter, or the body. */
interface Part {
  readonly path: readonly [place: Problem['in'], ...names: readonly string[]]
  readonly schema: SchemaNode
}

/** Validates the requests of one operation with one media type. */
class InputJudge {
  readonly #values: ValueValidator
  readonly #index: number
  readonly #parts: readonly Part[]
  readonly #required: readonly (readonly [Place, string])[]

  constructor(
    values: ValueValidator,
    { method, parameters }: ApiOperation,
    media: ApiMedia | undefined,
    skipHeaders: ReadonlySet<string>,
  ) {
    const judged = parameters.filter(
      ({ in: place, name }) => place !== 'header' || !skipHeaders.has(name.toLowerCase()),
    )
    const body = media === undefined || isBytes(media.contentType) ? undefined : media.schema
    this.#values = values
    this.#required = judged.flatMap(({ in: place, name, required }) => (required ? [[place, name]] : []))
    this.#parts = [
      ...judged.flatMap(({ in: place, name, schema }): Part[] =>
        schema === undefined ? [] : [{ path: [place, name], schema }],
      ),
      ...(body === undefined ? [] : [{ path: ['body'], schema: body } satisfies Part]),
    ]
    const { writer } = values
    const memberOf = (place: Place): JsonObject => ({
      type: 'object',
      required: this.#required.flatMap(([at, name]) => (at === place && !isInherited(name) ? [name] : [])),
      properties: Object.fromEntries(
        judged.flatMap(({ in: at, name, schema, required }) =>
          at === place && schema !== undefined && !isInherited(name)
            ? [[name, writer.write(schema, true, required)]]
            : [],
        ),
      ),
    })
    this.#index = values.add(() => ({
      type: 'object',
      properties: {
        ...Object.fromEntries(places.map((place) => [place, memberOf(place)])),
        // Default values would overwrite properties that a PATCH does not name.
        ...(body !== undefined && { body: writer.write(body, method !== 'PATCH') }),
      },
    }))
  }

  /** Lists the problems of a request, and fills in defaults. */
  async judge(input: RequestInput, isThorough: boolean): Promise<readonly Problem[]> {
    if (this.#parts.length === 0 && this.#required.length === 0) return []
    const found = await this.#values.judge(this.#index, input, isThorough)
    if (found === undefined)
      return [...this.#missing(input, () => true), ...this.#parts.flatMap((part) => judgePart(part, input))]
    const judged = this.#parts.flatMap((part) => {
      const ofPart = found.filter((problem) => isOf(part, problem))
      const isWhole = isTaken(part.schema) && !isInherited(part.path[1] ?? '')
      // Messages of the kit's own validator are clearer. A large body is validated by it only to choose between variants.
      if (isWhole && (ofPart.length === 0 || !(isThorough || ofPart.some(isOfVariants)))) return []
      const problems = judgePart(part, input).slice(0, isThorough ? undefined : 1)
      return problems.length === 0 && isWhole ? [] : [{ part, problems }]
    })
    const others = found.filter((problem) => !judged.some(({ part }) => isOf(part, problem)))
    return [
      ...others.map(toProblem),
      ...this.#missing(input, isInherited),
      ...judged.flatMap(({ problems }) => problems),
    ]
  }

  #missing(input: RequestInput, isJudged: (name: string) => boolean): readonly Problem[] {
    return this.#required
      .filter(([place, name]) => isJudged(name) && !Object.hasOwn(input[place], name))
      .map(([place, name]) =>
        toProblem({ path: [place], message: `must have required property '${name}'`, keyword: 'required' }),
      )
  }
}

const isOf = ({ path }: Part, problem: Found): boolean =>
  path.every((token, index) => problem.path[index] === token)

/** Errors of the validator do not name the member of a union. */
const isOfVariants = ({ keyword }: Found): boolean => keyword === 'oneOf' || keyword === 'anyOf'

/** The problems of one part according to the kit's own validator. */
function judgePart({ path, schema }: Part, input: RequestInput): readonly Problem[] {
  const [place, name] = path
  const value: unknown = name === undefined ? input.body : own(input[place as Place], name)
  if (value === undefined) return []
  return complaintsOf(schema, value, 'request').map(({ at, message, keyword }) => {
    const isExcess = keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
    return toProblem({
      path: [...path, ...parsePointer(at).slice(0, isExcess ? -1 : undefined)],
      message,
      keyword,
    })
  })
}
