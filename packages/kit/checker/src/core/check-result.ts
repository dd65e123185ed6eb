import type { Finding, Severity } from './check.ts'
import type { Shown } from './evidence.ts'
import type { Json } from '@contract-kit/json-schema/json'
import type { Case, Exchange, PhaseName } from './exchange.ts'

/** A place where a cause is visible. */
export interface FindingPlace {
  /** Null for an undeclared method or path, or for the whole run. */
  readonly operationId: string | null
  readonly method: string
  /** Path template; empty for the whole run. */
  readonly path: string
  readonly key: string
  readonly message: string
  readonly pointer: string
  readonly count: number
}

/** A finding with everything needed to understand and reproduce it. One cause is one finding, however many places show it. */
export interface ReportedFinding extends Omit<Finding, 'cause'> {
  readonly title: string
  readonly severity: Severity
  readonly phase: PhaseName | null
  readonly scenario: string
  /** The number of occurrences in all places. */
  readonly count: number
  /** All places with the same cause, this one first. */
  readonly places: readonly FindingPlace[]
  /** The violated part of the document, cut at 400 characters; empty if there is none. */
  readonly schemaFragment: string
  /** Changes to the document that resolve the finding if the server is right; empty if only the server can be wrong. */
  readonly fix: readonly OverlayAction[]
  readonly reproduce: Reproduction
  /**
   * The shrunk exchange that shows it. For a finding about the whole run: the last rejected valid request of an affected operation, or
   * undefined.
   */
  readonly exchange: Exchange | undefined
  /** The evidence of a scenario, ending with `exchange`; undefined if a single exchange shows the fault. */
  readonly shown: Shown | undefined
  /** The request that shows it, even without a response; undefined for a finding about the document or the whole run. */
  readonly sent: Case | undefined
}

/** A change to the document as an action of an OpenAPI Overlay 1.1. `target` is a JSONPath. */
export interface OverlayAction {
  readonly target: string
  readonly description?: string
  readonly update?: Json
  readonly remove?: true
}

/** A request as reports show it: credentials masked, the body cut at 2,000 characters. */
export interface ShownRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A response as reports show it: credentials masked, the body cut at 2,000 characters. */
export interface ShownResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Ways to reproduce a finding. */
export interface Reproduction {
  /** A command line for a POSIX shell, preceded by one line per earlier request of the sequence. Empty if there is no request. */
  readonly curl: string
  /** A shell script for a sequence of requests, which reads ids from the responses; empty for a single request. Requires curl and jq. */
  readonly script: string
  /** Arguments for the command line: `--seed 1 --replay <key>`. */
  readonly replay: string
  readonly seed: number
  /** The preceding requests of the sequence, oldest first. */
  readonly earlier: readonly { readonly request: ShownRequest; readonly response: ShownResponse }[]
  readonly request: ShownRequest | null
  /** Null if no response was received. */
  readonly response: ShownResponse | null
}

/** The result of a run. */
export interface CheckResult {
  /** Path or URL of the document; empty if it was given as an object. */
  readonly document: string
  readonly title: string
  readonly baseUrl: string
  readonly seed: number
  /** In the order in which they ran. */
  readonly phases: readonly PhaseName[]
  readonly requests: number
  readonly durationMs: number
  /** Ordered by severity, then operation. */
  readonly findings: readonly ReportedFinding[]
  readonly coverage: Coverage
  /** Notes about the document and the URL: for example, that the document was converted, or a base path is missing. */
  readonly notes: readonly string[]
  /** The operations that were not checked, with reasons. */
  readonly skipped: readonly Skip[]
  /** `findings`: at least one fault. `incomplete`: no fault, but a documented part was not observed. `green`: otherwise. */
  readonly verdict: 'green' | 'incomplete' | 'findings'
  /** The obstacles that kept the checker from judging more of the API. */
  readonly obstacles: readonly Obstacle[]
  /** Policies that allowed a response, and how often. */
  readonly policiesUsed: readonly {
    readonly operationId: string
    readonly status: number
    readonly reason: string
    readonly count: number
  }[]
  /** Summary of recorded traffic; undefined for a run of the checker's own requests. */
  readonly traffic?: TrafficSummary
}

/** Counts of recorded or proxied traffic, and of its results. */
export interface TrafficSummary {
  /** All recorded or proxied exchanges. */
  readonly exchanges: number
  readonly judged: number
  /** Judged requests without a documented operation: `GET /debug`. */
  readonly undocumented: readonly Tally[]
  /** Query parameters that their operation does not declare: `listPets: debug`. */
  readonly undeclaredParameters: readonly Tally[]
  /** Documented properties that no response had. */
  readonly unseenProperties: readonly UnseenProperties[]
  /** Reasons why exchanges were not judged. */
  readonly notJudged: readonly Tally[]
  /** One entry per value of the header that identifies groups. */
  readonly groups: readonly TrafficGroup[]
}

/** Documented properties of one response that never came, though the object that would hold them did. */
export interface UnseenProperties {
  readonly operationId: string
  readonly status: number
  /** Their places: `items[].price`; `*` for any name of a map. */
  readonly names: readonly string[]
}

/** A count of exchanges. */
export interface Tally {
  readonly what: string
  readonly count: number
}

/** The exchanges of one client, such as one of several parallel test runs. */
export interface TrafficGroup {
  readonly name: string
  readonly exchanges: number
  readonly findings: readonly Pick<Finding, 'check' | 'operationId' | 'message' | 'key'>[]
  readonly coverage: Coverage
}

/** Rejected credentials, a rate limit, a gateway's own errors, or resources that could not be found. */
export type ObstacleKind = 'credentials' | 'rate limit' | 'gateway' | 'no data'

/** Responses that are unrelated to the API's own rules. They do not count as coverage. */
export interface Obstacle {
  readonly kind: ObstacleKind
  /** Its share of the requests to declared operations, 0 to 1. */
  readonly share: number
  readonly requests: number
  /** Operations with nearly all requests affected. */
  readonly operations: readonly string[]
}

export interface Skip {
  readonly operationId: string
  readonly reason: string
}

/** The coverage of one kind. */
export interface Share {
  readonly reached: number
  readonly total: number
  /** reached ÷ total; 1 if total is 0. */
  readonly share: number
}

/** The covered parts of the document. */
export interface Coverage {
  readonly operations: Share
  readonly responses: Share
  readonly parameters: Share
  readonly keywords: Share
  readonly examples: Share
  readonly byOperation: readonly OperationCoverage[]
}

export interface OperationCoverage {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Statuses as documented. */
  readonly documented: readonly string[]
  /** The number of responses with each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Documented statuses that were not observed. */
  readonly unseen: readonly string[]
  readonly parameters: readonly SidedCoverage[]
  readonly keywords: readonly SidedCoverage[]
  readonly examples: readonly { readonly pointer: string; readonly sent: boolean }[]
}

/** The number of valid and invalid requests for a parameter or keyword. */
export interface SidedCoverage {
  /** Parameter name, or keyword. */
  readonly name: string
  readonly pointer: string
  readonly valid: number
  readonly invalid: number
}
