import type { Request, RequestHandler, Response } from 'express'
import { type ApiOperation, findResponse } from '@contract-kit/openapi'
import { isJsonType, mediaKindOf } from '@contract-kit/openapi/wire'
import type { SentBody } from './body.ts'
import type { OpenApiDocument, Operation } from './document.ts'
import { sendBody } from './errors.ts'
import type { UploadedFile } from './multipart.ts'
import { inputOf } from './validation.ts'

/** An operation as openapi-typescript generates it. */
interface GeneratedOperation {
  parameters: { path?: unknown; query?: unknown; header?: unknown; cookie?: unknown }
  requestBody?: unknown
  responses: unknown
}

type Present<Part> = [NonNullable<Part>] extends [never] ? object : NonNullable<Part>

/** Media types whose bodies are JSON (RFC 6839, 3.1). */
type JsonType = 'application/json' | `${string}/${string}+json` | `application/json;${string}`
type FormType = 'application/x-www-form-urlencoded' | 'multipart/form-data'

type RequestContent<Type, Body> = Type extends JsonType | FormType
  ? Body
  : Type extends `text/${string}`
    ? string
    : Uint8Array

type ContentOf<Part> = Part extends { content: infer Content } ? Content : never

type BodyVariants<Content> = {
  readonly [Type in keyof Content]: {
    readonly mediaType: Type
    readonly body: RequestContent<Type, Content[Type]>
  } & (Type extends 'multipart/form-data' ? { readonly files: readonly UploadedFile[] } : object)
}[keyof Content]

interface NoBody {
  readonly mediaType: undefined
  readonly body: undefined
}

type BodyOf<Op extends GeneratedOperation> = [NonNullable<Op['requestBody']>] extends [never]
  ? NoBody
  : undefined extends Op['requestBody']
    ? BodyVariants<ContentOf<NonNullable<Op['requestBody']>>> | NoBody
    : BodyVariants<ContentOf<NonNullable<Op['requestBody']>>>

/** The input of a handler: validated against the document, with numbers parsed. */
export type InputOf<Op> = Op extends GeneratedOperation
  ? {
      readonly path: Present<Op['parameters']['path']>
      readonly query: Present<Op['parameters']['query']>
      /** The declared request headers, spelled as declared. */
      readonly headers: Present<Op['parameters']['header']>
      readonly cookies: Present<Op['parameters']['cookie']>
      /** `Content-Type` as it was sent; `mediaType` is the declared media type or range that it matches. */
      readonly contentType: string | undefined
    } & BodyOf<Op>
  : never

/** The statuses registered with IANA, for `default` and ranges such as `4XX`. */
// prettier-ignore
type Statuses = {
  '1': 100 | 101 | 102 | 103
  '2': 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226
  '3': 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308
  '4': 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417
    | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451
  '5': 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511
}

type RangeOf<Key> = Key extends `${infer Digit extends keyof Statuses}${'XX' | 'xx'}`
  ? Statuses[Digit]
  : never

/** An exact status before its range, a range before `default` (OpenAPI 3.1, 4.8.16). */
type StatusOf<Key, Keys> = Key extends number
  ? Key
  : Key extends 'default'
    ? Exclude<Statuses[keyof Statuses], (Keys & number) | RangeOf<Keys>>
    : Exclude<RangeOf<Key>, Keys & number>

type HeaderValue = string | number | boolean | readonly string[]

/** The headers that a response declares, in lower case; openapi-typescript adds an index signature, which is left out. */
type DeclaredHeaders<Headers> = {
  readonly [Name in keyof Headers as string extends Name ? never : Lowercase<Name & string>]: Headers[Name]
}

type HeadersOf<Part, Provided extends string> = (Part extends { headers: infer Headers }
  ? WithoutNeed<DeclaredHeaders<Headers>, Provided>
  : object) & { readonly [name: string]: HeaderValue | undefined }

/** The same headers, with the provided ones optional. */
type WithoutNeed<Headers, Provided extends string> = Omit<Headers, Provided> &
  Partial<Pick<Headers, Provided & keyof Headers>>

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never

/** `headers` may be left out where the response requires none. */
type WithHeaders<Headers> =
  Partial<Headers> extends Headers
    ? { readonly headers?: Headers | undefined }
    : { readonly headers: Headers }

/** `mediaType` may be left out if there is only one; for a range it is a member of the range. */
type WithMediaType<Type, All> = Type extends `${infer Main}/*`
  ? { readonly mediaType: `${Main extends '*' ? string : Main}/${string}` }
  : true extends IsUnion<All>
    ? { readonly mediaType: Type }
    : { readonly mediaType?: Type | undefined }

type ResponseContent<Type, Body> = Type extends JsonType ? Body : string | Uint8Array

type Defined<Content> = [Content] extends [undefined] ? never : NonNullable<Content>

/** Merges an intersection into one object type, so that error messages show it whole. */
type Flatten<Type> = { [Name in keyof Type]: Type[Name] }

/** One response of an operation, or one for each of its media types. */
type Variants<Status, Headers, Content> = [Content] extends [never]
  ? Flatten<
      {
        readonly status: Status
        readonly body?: undefined
        readonly mediaType?: undefined
      } & WithHeaders<Headers>
    >
  : {
      [Type in keyof Content]: Flatten<
        {
          readonly status: Status
          readonly body: ResponseContent<Type, Content[Type]>
        } & WithHeaders<Headers> &
          WithMediaType<Type, keyof Content>
      >
    }[keyof Content]

/**
 * The union of the responses that an operation declares. Another status, media type, body or value of a declared header does not
 * compile. Header names are in lower case. `Provided` names headers that handlers may leave out: those that middleware sets, and
 * optional ones that the document refers to, which openapi-typescript takes for required.
 */
export type ResponseOf<Op, Provided extends string = never> = Op extends { responses: infer Responses }
  ? {
      [Key in keyof Responses]: Variants<
        StatusOf<Key, keyof Responses>,
        HeadersOf<Responses[Key], Provided>,
        Defined<ContentOf<Responses[Key]>>
      >
    }[keyof Responses]
  : never

/**
 * The handler of one operation of a generated `operations` interface; `context` is the result of the router's `context` for the request.
 */
export type Handler<
  Operations,
  Id extends keyof Operations,
  Context = undefined,
  Provided extends string = never,
> = (
  input: InputOf<Operations[Id]>,
  context: Context,
) => ResponseOf<Operations[Id], Provided> | Promise<ResponseOf<Operations[Id], Provided>>

/** One handler for every operation. A missing handler is a compile error; with `satisfies`, so is an unknown one. */
export type Handlers<Operations, Context = undefined, Provided extends string = never> = {
  readonly [Id in keyof Operations]: Handler<Operations, Id, Context, Provided>
}

/** The handlers of a document, and the hooks that run around them. */
export interface HandlerOptions<Operations, Context, Provided extends string> {
  /** The bundled document: references lead to places within it. */
  readonly document: OpenApiDocument
  readonly handlers: Handlers<Operations, Context, Provided>
  /** Creates the context for `authorize` and the handler, after validation. */
  readonly context?: (request: Request, response: Response) => Context
  /** Runs after validation and before the handler. If it throws, the error is the response. */
  readonly authorize?: (operation: Operation, context: Context) => void | Promise<void>
  /** Wraps every handler call, for example to limit concurrency. */
  readonly around?: <Result>(
    operation: Operation,
    context: Context,
    run: () => Promise<Result>,
  ) => Promise<Result>
}

type AnyHandler<Context> = (input: object, context: Context) => HandlerResponse | Promise<HandlerResponse>

interface HandlerResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly mediaType?: string
  readonly body?: unknown
}

/** Creates the middleware that runs the handler of one operation and sends its result. Throws if there is no handler. */
export function createHandle<Operations, Context, Provided extends string>(
  operation: Operation,
  api: ApiOperation,
  options: HandlerOptions<Operations, Context, Provided>,
): RequestHandler {
  const { authorize, context, around } = options
  const table = new Map<string, unknown>(Object.entries(options.handlers))
  const handler = table.get(operation.operationId) as AnyHandler<Context> | undefined
  if (handler === undefined) throw new Error(`${operation.operationId} has no handler`)

  return async (request, response) => {
    // Without `context` the type of the context is undefined.
    const made = context === undefined ? (undefined as Context) : context(request, response)
    await authorize?.(operation, made)
    const input = readInput(response)
    const run = async (): Promise<HandlerResponse> => handler(input, made)
    const { status, headers, mediaType, body } = await (around === undefined
      ? run()
      : around(operation, made, run))
    // The client has disconnected.
    if (response.destroyed || response.headersSent) return
    const type = mediaType ?? findResponse(api, status)?.media[0]?.contentType ?? 'application/json'
    const content =
      body === undefined || !isJsonType(type)
        ? (body as string | Uint8Array | undefined)
        : JSON.stringify(body)
    sendBody(response, { status, headers, mediaType: type, body: content })
  }
}

/** The validated parts of a request, declared ones only. */
function readInput(response: Response): object {
  const { path, query, header, cookie, body } = inputOf(response)
  const sent = response.locals['sentBody'] as SentBody | undefined
  return {
    path,
    query,
    headers: header,
    cookies: cookie,
    mediaType: sent?.mediaType,
    contentType: sent?.contentType,
    body,
    ...(sent !== undefined && mediaKindOf(sent.mediaType) === 'multipart' ? { files: sent.files ?? [] } : {}),
  }
}
