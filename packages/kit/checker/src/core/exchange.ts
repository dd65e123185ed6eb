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

/** The phases of a run, in order; see `phases/plan-phases.ts`. */
export const PHASES = DEFAULTS.phases

/** A phase of a run; `traffic`: recorded or proxied exchanges. */
export type PhaseName = (typeof PHASES)[number] | 'traffic'

/** The credentials of a request. */
export type AuthMode = 'given' | 'none' | 'invalid' | NearAuthMode | 'other'

/**
 * Nearly correct credentials: without the last character, with one more, in another case, as `Basic` instead of bearer, or in another place
 * of the request. `other` is the unchanged credentials of {@link Case.identity}.
 */
export type NearAuthMode = 'cut' | 'longer' | 'recased' | 'relabeled' | 'misplaced'

/** An identity other than the default one, with its declarations. */
export interface OtherIdentity {
  readonly name: string
  /** Names of the security schemes that it has credentials for. */
  readonly schemes: readonly string[]
  readonly scopes?: readonly string[] | undefined
  readonly owns: boolean
  readonly isExpired: boolean
}

/** The aspect that a case tests or breaks. */
export interface CaseTarget {
  readonly location:
    'path' | 'query' | 'header' | 'cookie' | 'body' | 'method' | 'media' | 'auth' | 'operation'
  /** Parameter name; empty otherwise. */
  readonly name: string
  readonly keyword: string
  /** JSON Pointer to the keyword in the document. */
  readonly pointer: string
  readonly documentUri: string
}

/** One request to send, and its purpose. */
export interface Case {
  readonly phase: PhaseName
  /** Undefined for an undeclared method or path. */
  readonly operation: ApiOperation | undefined
  /** Path template, even if no operation is declared. */
  readonly path: string
  /** Its purpose: `minimum_value`, `missing_parameter`, `unspecified_http_method`, `read-after-delete`, … */
  readonly scenario: string
  /** The intended validity; see the verdict for the actual one. */
  readonly mode: 'positive' | 'negative'
  readonly target: CaseTarget
  /** Undefined for requests without values: raw bytes, an undeclared method. */
  readonly values: RequestValues | undefined
  readonly request: WireRequest
  readonly auth: AuthMode
  /**
   * The security scheme that `auth` changes. Others of the same requirement are sent, and alternatives are omitted. With `given` or
   * `other`, only its requirement is satisfied. Undefined: all schemes.
   */
  readonly authScheme?: string
  /** The identity whose credentials `auth` changes. Undefined: the default identity. */
  readonly identity?: OtherIdentity
  /** Whether earlier steps of the scenario may cause the rejection of this valid request. */
  readonly mayBeRejected?: boolean
  /** Whether its idempotency key must not change. */
  readonly keepsKey?: boolean
  /** The origins of values: from input (`path.petId`) to output (`createPet $response.body#/id`). */
  readonly boundTo?: Readonly<Record<string, string>>
  /** For a case without a response: the send time in milliseconds since 1970, and the waiting time. */
  readonly silence?: { readonly sentAt: number; readonly elapsedMs: number }
  /** Data of a recorded request; undefined for the checker's own requests. */
  readonly recorded?: RecordedRequest
}

/** The known parts of a recorded request. */
export interface RecordedRequest {
  /** The base URL of the API that received it: `https://api.example.com/v1`. */
  readonly baseUrl: string
  /** Its violations that hold in every interpretation. */
  readonly faults: readonly RequestFault[]
  /** Whether a header may have been sent without being recorded. */
  readonly mayHave: (header: string) => boolean
  /** Whether its body, or its absence, was recorded. */
  readonly isBodySeen: boolean
}

/** A decoded response. */
export interface ReadResponse extends WireResponse {
  /** The first value of a header, name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly contentType: string | undefined
  /** The body as UTF-8 text. */
  readonly text: string
  /** The parsed body of a JSON media type; undefined if there is none or it does not parse. */
  readonly json: Json | undefined
  /** The parse error of a JSON body; undefined if it parsed or is not JSON. */
  readonly jsonError: string | undefined
  readonly elapsedMs: number
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt?: number
}

/** A request with its declaration, and the response: the only input of checks. */
export interface Exchange {
  readonly document: ApiDocument
  readonly case: Case
  readonly response: ReadResponse
  /** The validity of the request by the document; undefined if no operation is declared. */
  readonly verdict: RequestVerdict | undefined
  /** The documentation of the status; undefined if undocumented. */
  readonly documented: ApiResponse | undefined
  /** The documented media type of the response; undefined if undocumented. */
  readonly media: ApiMedia | undefined
  /** Schema failures of the body as a response; empty if it has no schema. */
  readonly bodyFailures: readonly Failure[]
  /** Preceding exchanges of the scenario, oldest first; empty outside of a scenario. */
  readonly history: readonly Exchange[]
  /** Settings that checks use. */
  readonly settings: CheckSettings
}

export interface CheckSettings {
  /** Whether undocumented response properties are findings. Default: true. */
  readonly strictResponses: boolean
  /** Milliseconds above which a response is a finding. Undefined: off. */
  readonly maxResponseTimeMs: number | undefined
  /** Policies by operation id, which allow statuses for valid requests. */
  readonly policies: ReadonlyMap<string, readonly Policy[]>
}

/** A business rule that the schema cannot express: statuses that an operation may return for a valid request. */
export interface Policy {
  readonly statuses: readonly number[]
  /** One sentence for the report. */
  readonly reason: string
  /** Ids of checks that the policy turns off for the operation. If empty, the policy only allows rejections of valid data. */
  readonly checks: readonly string[]
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: false })

/** Decodes a response once, so that all checks see the same text and value. */
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

/** Creates an exchange. `verdict` is the validity of the request before credentials were added. */
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

/** The 405 that the operations of a path document for undeclared methods. */
const findRefusal = (document: ApiDocument, { path }: Case, status: number): ApiResponse | undefined =>
  status === 405
    ? document.paths.get(path)?.flatMap(({ responses }) => responses.get('405') ?? [])[0]
    : undefined

const failuresOf = (schema: SchemaNode | undefined, value: Json | undefined): readonly Failure[] =>
  schema === undefined || value === undefined ? [] : evaluate(schema, value, { direction: 'response' })

/** An item is invalid only if each of its interpretations is. */
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
