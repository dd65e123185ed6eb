import { once } from 'node:events'
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { middleware as openApiValidator } from 'express-openapi-validator'
import { memberOf } from './body.ts'
import { mapTemplate, type OpenApiDocument, type Operation, type Parameter, resolve } from './document.ts'
import { type Problem, RequestError } from './errors.ts'
import { isForm, isMultipart } from './media-types.ts'
import { createExplain, createTranslate, type ExplainBody, isOfRequest, validationError } from './problems.ts'
import { joinSlices, type Slice, sliceOf } from './slice.ts'

/** How requests are validated. */
export interface ValidationOptions {
  /** Whether an operation also takes HEAD. */
  readonly withHead: (operation: Operation) => boolean
  /** Header parameters, in lower case, that guards judge. */
  readonly skipHeaders: ReadonlySet<string>
  /** Largest file and field of a multipart body, in bytes. */
  readonly bodyBytes: number
  /** Largest body in bytes for which every problem is reported. For a larger one, only the first is. */
  readonly thoroughBytes: number
  /** Told of an operation that the validator cannot take, when that is found. */
  readonly onUnsupported: (operation: Operation, reason: Error) => void
}

/** The validator of one operation, mounted by its public middleware. */
export interface RequestValidator {
  readonly operation: Operation
  readonly handlers: readonly RequestHandler[]
  /** Path parameters of a validated request by the names that the document gives them, numbers as numbers. */
  pathOf(request: Request): Record<string, unknown>
  /** Its declared cookies, numbers as numbers. */
  cookiesOf(request: Request): Record<string, unknown>
}

/** Makes the validators of operations; one whose part of the document cannot be cut out has none. */
export function createRequestValidators(
  document: OpenApiDocument,
  operations: readonly Operation[],
  options: ValidationOptions,
): ReadonlyMap<Operation, RequestValidator> {
  const slices = new Map<Operation, Slice>()
  for (const operation of operations) {
    try {
      slices.set(operation, sliceOf(document, operation, options))
    } catch (error) {
      options.onUnsupported(operation, error instanceof Error ? error : new Error(String(error)))
    }
  }
  const mounts = mountAll(slices, options)
  const explain = createExplain(document, (request) => isOrdinary(request, options.thoroughBytes))
  return new Map(
    Array.from(slices, ([operation, { pathNames }]) => [
      operation,
      createRequestValidator(document, operation, pathNames, mounts.get(operation)!, explain, options),
    ]),
  )
}

const takesFiles = ({ mediaTypes }: Operation): boolean => mediaTypes.some(isMultipart)

/** Operations with one validator. To make one takes some 50 ms, whatever its document; for each operation, a request takes some 5 µs. */
const sharers = 8

/** Mounts a validator for several operations at a time. A slice of a PATCH has other schemas, and files are read only once. */
function mountAll(
  slices: ReadonlyMap<Operation, Slice>,
  options: ValidationOptions,
): ReadonlyMap<Operation, RequestHandler> {
  const kinds = Map.groupBy(slices, ([operation]) =>
    takesFiles(operation) ? operation : operation.method === 'PATCH',
  )
  const groups = [...kinds.values()].flatMap((kind) =>
    Array.from(
      kind.keys().filter((index) => index % sharers === 0),
      (index) => kind.slice(index, index + sharers),
    ),
  )
  return new Map(
    groups.flatMap((group) => {
      const shared = mount(joinSlices(group.map(([, slice]) => slice)), options)
      return group.map(([operation, { document }], index): [Operation, RequestHandler] => {
        const own = mount(document, options, takesFiles(operation))
        return [operation, group.length === 1 ? own : sharedOrOwn(below(`/${index}`, shared), own)]
      })
    }),
  )
}

/** The public middleware of the validator for a document. */
const mount = (
  document: OpenApiDocument,
  { bodyBytes, thoroughBytes }: ValidationOptions,
  withFiles = false,
): RequestHandler =>
  chooseByBody(thoroughBytes, ({ allErrors, isFormBody }) =>
    inTurn(() =>
      openApiValidator({
        apiSpec: structuredClone(document) as never,
        validateApiSpec: false,
        // Fields of a form are text, and one value of a list is no list.
        validateRequests: {
          allErrors,
          allowUnknownQueryParameters: true,
          ...(isFormBody && { coerceTypes: 'array' }),
        },
        validateResponses: false,
        validateSecurity: false,
        fileUploader: withFiles && { limits: { fileSize: bodyBytes, fieldSize: bodyBytes } },
        ajvFormats: { mode: 'full' },
        formats: otherFormats(document),
        useRequestUrl: true,
      }),
    ),
  )

/** Runs a validator of a document that has the operation below `prefix`. */
const below =
  (prefix: string, validate: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const { url } = request
    request.url = prefix + url
    return validate(request, response, (error?: unknown) => {
      request.url = url
      next(error)
    })
  }

/** Runs the shared validator. If it cannot read its document, that may be because of another operation, and this one gets its own. */
const sharedOrOwn =
  (shared: RequestHandler, own: RequestHandler): RequestHandler =>
  (request, response, next) =>
    shared(request, response, (error?: unknown) =>
      error === undefined || isOfRequest(error) ? next(error) : own(request, response, next),
    )

function createRequestValidator(
  document: OpenApiDocument,
  operation: Operation,
  pathNames: Slice['pathNames'],
  validate: RequestHandler,
  explain: ExplainBody,
  options: ValidationOptions,
): RequestValidator {
  const numbers = operation.parameters.flatMap((parameter) => {
    if (parameter.in === 'header' && options.skipHeaders.has(parameter.name.toLowerCase())) return []
    const pattern = numberPattern(document, parameter)
    return pattern === undefined ? [] : [{ parameter, pattern }]
  })
  const aliases = new Map([...pathNames].map(([alias, name]) => [name, alias]))
  const cookies = operation.parameters.filter((one) => one.in === 'cookie')
  const hasDeepObjects = operation.parameters.some(({ object }) => object['style'] === 'deepObject')
  return {
    operation,
    handlers: [
      ...(cookies.length === 0 ? [] : [readCookies]),
      ...(hasDeepObjects ? [encodeMembers] : []),
      ...(numbers.length === 0 ? [] : [requirePlainNumbers(numbers, aliases)]),
      translateErrors(
        validate,
        createTranslate(operation, pathNames, explain, (reason) => options.onUnsupported(operation, reason)),
      ),
    ],
    pathOf: ({ params }) => Object.fromEntries([...pathNames].map(([alias, name]) => [name, params[alias]])),
    cookiesOf: (request) =>
      Object.fromEntries(
        cookies.flatMap(({ name, object }) => {
          const text = (request.cookies as Cookies)[name]
          return text === undefined ? [] : [[name, coerce(text, resolve(document, object['schema'])['type'])]]
        }),
      ),
  }
}

/** The route of a path template: its parameters are `:p0`, `:p1` and so on; what Express reads as syntax is escaped (path-to-regexp 8). */
export const toRoute = (path: string): string =>
  mapTemplate(
    path,
    (text) => text.replaceAll(/[\\:*?+!()[\]{}]/g, String.raw`\$&`),
    (_name, index) => `:"p${index}"`,
  )

type Cookies = Readonly<Record<string, string | undefined>>

/** Reads cookies (RFC 6265, 5.4) to where `cookie-parser` puts them, unless that was there before. */
const readCookies: RequestHandler = (request, _response, next) => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  request.cookies ??= Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name, decode(value.join('='))]).toReversed(),
  )
  next()
}

/** The validator decodes the members of deep objects once more, so that the plus of a time zone becomes a space. */
const encodeMembers: RequestHandler = (request, _response, next) => {
  const encoded = Object.entries(request.query).map(([name, value]) => [
    name,
    name.includes('[') && typeof value === 'string' ? encodeURIComponent(value) : value,
  ])
  const value: unknown = Object.fromEntries(encoded)
  Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true })
  next()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The validator makes numbers of a copy of the cookies, so what it has judged is read again. */
function coerce(text: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return Number(text)
  return type === 'boolean' ? text === 'true' : text
}

/** Runs the middleware of a validator, which is made when it is first needed. */
function inTurn(make: () => readonly RequestHandler[]): RequestHandler {
  let handlers: readonly RequestHandler[] | undefined
  return (request, response, next) => {
    const made = (handlers ??= make())
    const run = (index: number): void => {
      const handler = made[index]
      if (handler === undefined) return next()
      void handler(request, response, (error?: unknown) =>
        error === undefined ? run(index + 1) : next(error),
      )
    }
    run(0)
  }
}

/**
 * Chooses among validators by the body. The work of a validator that collects every problem grows with the number of faults. So it
 * gets only bodies of ordinary size. The validator of larger bodies stops at the first problem.
 */
function chooseByBody(
  thoroughBytes: number,
  mountFor: (how: { readonly allErrors: boolean; readonly isFormBody: boolean }) => RequestHandler,
): RequestHandler {
  const [thorough, quick, ...ofForms] = [
    mountFor({ allErrors: true, isFormBody: false }),
    mountFor({ allErrors: false, isFormBody: false }),
    mountFor({ allErrors: true, isFormBody: true }),
    mountFor({ allErrors: false, isFormBody: true }),
  ] as const
  return (request, response, next) => {
    const type = request.headers['content-type']
    const [all, first] = type !== undefined && isForm(type) ? ofForms : ([thorough, quick] as const)
    return (isOrdinary(request, thoroughBytes) ? all : first)(request, response, next)
  }
}

/** Whether a request has no body, or one of at most so many bytes. */
function isOrdinary({ headers }: Request, thoroughBytes: number): boolean {
  const { 'content-type': type, 'content-length': length = Number.POSITIVE_INFINITY } = headers
  return type === undefined || Number(length) <= thoroughBytes
}

const integer = /^-?(?:0|[1-9]\d*)$/
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** How a number is written that a parameter takes; undefined for a parameter that is none. */
function numberPattern(document: OpenApiDocument, { object }: Parameter): RegExp | undefined {
  const { type } = resolve(document, object['schema'])
  return type === 'integer' ? integer : type === 'number' ? decimal : undefined
}

/** The validator takes `0x10`, `1e3` and `007` for numbers, so that one thing would have many addresses. */
function requirePlainNumbers(
  numbers: readonly { readonly parameter: Parameter; readonly pattern: RegExp }[],
  aliases: ReadonlyMap<string, string>,
): RequestHandler {
  return (request, _response, next) => {
    const problems = numbers.flatMap(({ parameter, pattern }): Problem[] => {
      const text = sentText(request, parameter, aliases)
      if (text === undefined || (typeof text === 'string' && pattern.test(text))) return []
      const message = `must be ${pattern === integer ? 'integer' : 'number'}`
      return [{ in: parameter.in, at: parameter.name, message, keyword: 'type' }]
    })
    next(problems.length === 0 ? undefined : validationError(problems))
  }
}

function sentText(
  request: Request,
  { in: place, name }: Parameter,
  aliases: ReadonlyMap<string, string>,
): unknown {
  if (place === 'path') return request.params[aliases.get(name) ?? name]
  if (place === 'query') return request.query[name]
  return place === 'header' ? request.headers[name.toLowerCase()] : (request.cookies as Cookies)[name]
}

/** Runs a validator, and gives on what it throws in another form. */
const translateErrors =
  (validate: RequestHandler, translate: (error: unknown, request: Request) => RequestError): RequestHandler =>
  (request, response, next) =>
    validate(request, response, (error?: unknown) =>
      next(error === undefined ? undefined : translate(error, request)),
    )

/** Formats that the validator knows. */
const knownFormats = new Set(
  (
    'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid ' +
    'json-pointer json-pointer-uri-fragment relative-json-pointer byte int32 int64 float double password binary'
  ).split(' '),
)

/** Other formats are annotations (JSON Schema 2020-12, 7.2.1); the validator would warn of each on the console. */
function otherFormats(document: OpenApiDocument): Record<string, true> {
  const formats: Record<string, true> = {}
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'format' && typeof value === 'string' && !knownFormats.has(value)) formats[value] = true
    return value
  })
  return formats
}

/**
 * Makes every validator compile, so that no request waits for it and unsupported operations are known at start. A validator
 * compiles at its first request. So each gets real requests, over HTTP on this machine, in an application of its own.
 */
export async function prepareValidators(validators: readonly RequestValidator[]): Promise<void> {
  const app = express().set('case sensitive routing', true).set('strict routing', true)
  for (const [index, { operation, handlers }] of validators.entries()) {
    const router = express.Router({ caseSensitive: true, strict: true })
    app.use(`/${index}`, router.all(toRoute(operation.path), ...handlers, end, endFailed))
  }
  const server = createServer(app).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const [index, { operation }] of validators.entries()) {
      const path = `/${index}${operation.path.replaceAll(/\{[^{}]+\}/g, '0')}`
      const types = operation.mediaTypes.map(memberOf)
      for (const type of operation.requiresBody ? types : [...types, undefined]) {
        await ask(port, operation.method, path, type)
      }
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const end: RequestHandler = (_request, response) => void response.end()

const endFailed: ErrorRequestHandler = (_error, _request, response, _next) => void response.end()

const emptyForm = { boundary: 'x', body: '--x--\r\n' } as const

/** Sends one request and waits for the end of its response. */
async function ask(port: number, method: string, path: string, mediaType: string | undefined): Promise<void> {
  const isUpload = mediaType !== undefined && isMultipart(mediaType)
  const type = isUpload ? `multipart/form-data; boundary=${emptyForm.boundary}` : mediaType
  const request = sendRequest({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers:
      type === undefined
        ? {}
        : { 'content-type': type, 'content-length': isUpload ? emptyForm.body.length : 0 },
  })
  request.end(isUpload ? emptyForm.body : undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
}
