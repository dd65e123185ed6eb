import {
  isJsonType,
  judgeRequest,
  type RequestFault,
  type RequestValues,
  type RequestVerdict,
  type WireRequest,
  type WireResponse,
} from '@contract-kit/openapi/wire'
import { readStreamItems } from '../http/response-body.ts'
import type { TimedResponse } from '../http/transport.ts'
import { type Json, parseJson } from '@contract-kit/json-schema/json'
import { evaluate, type Failure, type SchemaNode } from '@contract-kit/json-schema/schemas'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiResponse,
  findMedia,
  findResponse,
} from '@contract-kit/openapi'
import { DEFAULTS } from './settings.ts'

/** The phases of a run, in their order; `phases/plan-phases.ts` describes each one. */
export const PHASES = DEFAULTS.phases

/** A phase of a run; `traffic`: recorded or proxied exchanges. */
export type PhaseName = (typeof PHASES)[number] | 'traffic'

/** The kind of credentials in a request, of those that the operation requires. */
export type AuthMode = 'given' | 'none' | 'invalid' | NearAuthMode | 'other'

/**
 * Credentials that are nearly right: without their last character, with one more, with capitals for small letters, a bearer token sent
 * as `Basic`, or in another place of the request than the one declared. `other` are those of {@link Case.identity}, as they are.
 */
export type NearAuthMode = 'cut' | 'longer' | 'recased' | 'relabeled' | 'misplaced'

/** An identity other than that of ordinary requests, with its declarations. */
export interface OtherIdentity {
  readonly name: string
  /** Names of the security schemes that it has credentials for. */
  readonly schemes: readonly string[]
  readonly scopes?: readonly string[] | undefined
  readonly owns: boolean
  readonly isExpired: boolean
}

/** The one thing that a case tests or breaks. */
export interface CaseTarget {
  readonly location:
    'path' | 'query' | 'header' | 'cookie' | 'body' | 'method' | 'media' | 'auth' | 'operation'
  /** Parameter name; empty otherwise. */
  readonly name: string
  readonly keyword: string
  /** JSON Pointer of the statement in the document. */
  readonly pointer: string
  readonly documentUri: string
}

/** One request to send, and its purpose. */
export interface Case {
  readonly phase: PhaseName
  /** undefined: an undeclared method or path. */
  readonly operation: ApiOperation | undefined
  /** Path template, even if no operation is declared. */
  readonly path: string
  /** Its purpose: `minimum_value`, `missing_parameter`, `unspecified_http_method`, `read-after-delete`, … */
  readonly scenario: string
  /** The intended validity of the request; the verdict has the actual one. */
  readonly mode: 'positive' | 'negative'
  readonly target: CaseTarget
  /** undefined if the request is not made from values: raw bytes, an undeclared method. */
  readonly values: RequestValues | undefined
  readonly request: WireRequest
  readonly auth: AuthMode
  /**
   * The one security scheme that `auth` is about; the others of its requirement are sent, and alternatives are omitted. With `given` or
   * `other` credentials, its requirement alone is satisfied. undefined: all of them.
   */
  readonly authScheme?: string
  /** The identity whose credentials `auth` is about; undefined: that of ordinary requests. */
  readonly identity?: OtherIdentity
  /** Whether earlier steps of the scenario are a reason to reject the request, although it is valid. */
  readonly mayBeRejected?: boolean
  /** Whether its idempotency key must stay as it is. */
  readonly keepsKey?: boolean
  /** The origins of values: from input (`path.petId`) to output (`createPet $response.body#/id`). */
  readonly boundTo?: Readonly<Record<string, string>>
  /** For a case without a response: the time it was sent, in milliseconds since 1970, and how long the checker waited. */
  readonly silence?: { readonly sentAt: number; readonly elapsedMs: number }
  /** The facts of a recorded request; undefined for a request of the checker. */
  readonly recorded?: RecordedRequest
}

/** A recorded request: which of its parts are known. */
export interface RecordedRequest {
  /** The base URL of the API that received it: `https://api.example.com/v1`. */
  readonly baseUrl: string
  /** The statements that it breaks, each of them under every reading. */
  readonly faults: readonly RequestFault[]
  /** Whether it may have had a header that was not seen. */
  readonly mayHave: (header: string) => boolean
  /** Whether its body was seen, or the absence of one. */
  readonly isBodySeen: boolean
}

/** The response, read. */
export interface ReadResponse extends WireResponse {
  /** The first value of a header, name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly contentType: string | undefined
  /** The body as UTF-8 text. */
  readonly text: string
  /** The parsed body of a JSON media type; undefined if there is none or it does not parse. */
  readonly json: Json | undefined
  /** The reason why the body of a JSON media type did not parse; undefined if it did or is no JSON. */
  readonly jsonError: string | undefined
  readonly elapsedMs: number
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt?: number
}

/** A request with its declaration in the document, and the response. Checks read nothing else. */
export interface Exchange {
  readonly document: ApiDocument
  readonly case: Case
  readonly response: ReadResponse
  /** The verdict of the document on the request; undefined if no operation is declared. */
  readonly verdict: RequestVerdict | undefined
  /** The documentation of the status; undefined if there is none. */
  readonly documented: ApiResponse | undefined
  /** The documented media type of the response; undefined if there is none. */
  readonly media: ApiMedia | undefined
  /** The failures of the body by its schema, in the direction `response`; empty if there is nothing to judge. */
  readonly bodyFailures: readonly Failure[]
  /** Earlier exchanges of the same scenario, oldest first; empty for a case outside a scenario. */
  readonly history: readonly Exchange[]
  /** Settings of the run for checks. */
  readonly settings: CheckSettings
}

export interface CheckSettings {
  /** Undocumented properties in a response are findings; default true. */
  readonly strictResponses: boolean
  /** A response slower than this is a finding; undefined: off. Milliseconds. */
  readonly maxResponseTimeMs: number | undefined
  /** Statuses that a policy allows as response to a valid request, by operation id, each with its reason. */
  readonly policies: ReadonlyMap<string, readonly Policy[]>
}

/** A rule that the schema cannot express: this operation may return these statuses for a valid request. */
export interface Policy {
  readonly statuses: readonly number[]
  /** One sentence for the report. */
  readonly reason: string
  /** Checks that the policy turns off for the operation, by id. If empty, the policy only allows refusals of valid data. */
  readonly checks: readonly string[]
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: false })

/** Reads a response once, so that every check sees the same text and the same value. */
export const readResponse = (response: TimedResponse): ReadResponse => {
  const first = new Map<string, string>()
  for (const [name, value] of response.headers) if (!first.has(name)) first.set(name, value)
  const contentType = first.get('content-type')
  const text = utf8.decode(response.body)
  const parsed = contentType !== undefined && isJsonType(contentType) && text !== '' ? readBody(text) : {}
  return {
    ...response,
    header: (name) => first.get(name),
    contentType,
    text,
    json: parsed.value,
    jsonError: parsed.error,
  }
}

const readBody = (text: string): { readonly value?: Json; readonly error?: string } => {
  try {
    return { value: parseJson(text) }
  } catch {
    return { error: 'the body is not JSON' }
  }
}

/** Reads a response by the document; `verdict` is about the request before credentials were added. */
export const createExchange = (
  document: ApiDocument,
  sent: Case,
  response: ReadResponse,
  history: readonly Exchange[],
  settings: CheckSettings,
  verdict: RequestVerdict | undefined = sent.operation === undefined
    ? undefined
    : judgeRequest(sent.operation, sent.request),
): Exchange => {
  const documented =
    sent.operation === undefined
      ? findRefusal(document, sent, response.status)
      : findResponse(sent.operation, response.status)
  const media =
    documented === undefined || response.contentType === undefined
      ? undefined
      : findMedia(documented.media, response.contentType)
  const items =
    media?.itemSchema === undefined ? undefined : readStreamItems(response.contentType ?? '', response.text)
  const read =
    items?.isMalformed === true ? { ...response, jsonError: 'an item of the body is not JSON' } : response
  const bodyFailures =
    items === undefined
      ? failuresOf(media?.schema, response.json)
      : items.items.flatMap((readings, index) => failuresOfItem(media?.itemSchema, readings, index))
  return { document, case: sent, response: read, verdict, documented, media, bodyFailures, history, settings }
}

/** The 405 that the operations of a path document; it is for methods that none of them has. */
const findRefusal = (document: ApiDocument, { path }: Case, status: number): ApiResponse | undefined =>
  status === 405
    ? document.paths.get(path)?.flatMap(({ responses }) => responses.get('405') ?? [])[0]
    : undefined

const failuresOf = (schema: SchemaNode | undefined, value: Json | undefined): readonly Failure[] =>
  schema === undefined || value === undefined ? [] : evaluate(schema, value, { direction: 'response' })

/** An item is wrong only if each of its readings is. */
const failuresOfItem = (
  schema: SchemaNode | undefined,
  readings: readonly Json[],
  index: number,
): readonly Failure[] => {
  const judged = readings.map((reading) => failuresOf(schema, reading))
  const [first = []] = judged
  return judged.some(({ length }) => length === 0)
    ? []
    : first.map((failure) => ({ ...failure, instancePointer: `/${index}${failure.instancePointer}` }))
}
