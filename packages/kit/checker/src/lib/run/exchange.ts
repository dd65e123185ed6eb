import type { ApiDocument, ApiMedia, ApiOperation, ApiResponse } from '../document/api-document.ts'
import type { Failure } from '../schema/failure.ts'
import type { Json } from '../schema/json.ts'
import type { RequestVerdict } from '../wire/judge-request.ts'
import type { RequestValues } from '../wire/request-values.ts'
import type { WireRequest, WireResponse } from '../wire/wire-request.ts'

export type PhaseName = 'examples' | 'coverage' | 'fuzz' | 'stateful'

/** What a request carries of the credentials that the operation asks for. */
export type AuthMode = 'given' | 'none' | 'invalid'

/** The one thing a case tries or breaks. */
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

/** One request to be made, and why. */
export interface Case {
  readonly phase: PhaseName
  /** undefined: an undeclared method or path. */
  readonly operation: ApiOperation | undefined
  /** Path template, also where no operation is declared. */
  readonly path: string
  /** Why it is sent: `minimum_value`, `missing_parameter`, `unspecified_http_method`, `read-after-delete`, … */
  readonly scenario: string
  /** What its maker meant it to be; the verdict decides what it is. */
  readonly mode: 'positive' | 'negative'
  readonly target: CaseTarget
  /** undefined where the request is not made of values: raw bytes, an undeclared method. */
  readonly values: RequestValues | undefined
  readonly request: WireRequest
  readonly auth: AuthMode
  /** The one security scheme that `auth` is about, the others being given; undefined: all of them. */
  readonly authScheme?: string
  /** A name the phase gives so that checks of sequences know a step again: `create`, `read-before`, `change`, `read-after`, … */
  readonly step?: string
  /** Where values came from: input (`path.petId`) to output (`createPet $response.body#/id`). */
  readonly boundTo?: Readonly<Record<string, string>>
}

/** The answer, read. */
export interface Answer extends WireResponse {
  /** The first value of a header, name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly contentType: string | undefined
  /** The body as UTF-8 text. */
  readonly text: string
  /** The parsed body of a JSON media type; undefined where there is none or it does not parse. */
  readonly json: Json | undefined
  /** Why the body of a JSON media type did not parse; undefined where it did or is no JSON. */
  readonly jsonError: string | undefined
  readonly elapsedMs: number
}

/** A request that was made, what the document says of it, and what came back. Checks read nothing else. */
export interface Exchange {
  readonly document: ApiDocument
  readonly case: Case
  readonly answer: Answer
  /** What the document says of the request; undefined where no operation is declared. */
  readonly verdict: RequestVerdict | undefined
  /** What the document says of the status; undefined where it says nothing. */
  readonly response: ApiResponse | undefined
  /** The documented media type of the answer; undefined where there is none. */
  readonly media: ApiMedia | undefined
  /** The body against its schema, by the direction `response`; empty where there is nothing to judge. */
  readonly bodyFailures: readonly Failure[]
  /** Earlier exchanges of the same scenario, oldest first; empty for a case of its own. */
  readonly history: readonly Exchange[]
  /** Settings of the run that checks obey. */
  readonly settings: CheckSettings
}

export interface CheckSettings {
  /** Undocumented properties in an answer are findings; default true. */
  readonly strictResponses: boolean
  /** An answer slower than this is a finding; undefined: off. Milliseconds. */
  readonly maxResponseTimeMs: number | undefined
  /** Statuses that a policy allows as answer to a valid request, by operation id, each with its reason. */
  readonly policies: ReadonlyMap<string, readonly Policy[]>
}

/** A rule the schema cannot say: this operation may answer these statuses to a valid request. */
export interface Policy {
  readonly statuses: readonly number[]
  /** One sentence for the report. */
  readonly reason: string
  /** Checks that the policy turns off for the operation, by id; empty: only the acceptance of valid data is eased. */
  readonly checks: readonly string[]
}
