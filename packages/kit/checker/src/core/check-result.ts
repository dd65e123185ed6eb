import type { Finding, Severity } from './check.ts'
import type { Shown } from './evidence.ts'
import type { Json } from '@contract-kit/json-schema/json'
import type { Case, Exchange, PhaseName } from './exchange.ts'

/** One of the places at which a cause shows. */
export interface FindingPlace {
  /** null for an undeclared method or path, or the run as a whole. */
  readonly operationId: string | null
  readonly method: string
  /** Path template; empty for the run as a whole. */
  readonly path: string
  readonly key: string
  readonly message: string
  readonly pointer: string
  readonly count: number
}

/** A finding with all that is needed to understand and repeat it. One cause is one finding, however many places show it. */
export interface ReportedFinding extends Omit<Finding, 'cause'> {
  readonly title: string
  readonly severity: Severity
  readonly phase: PhaseName | null
  readonly scenario: string
  /** The number of occurrences, at all places together. */
  readonly count: number
  /** Every place at which the same cause shows, this one first. */
  readonly places: readonly FindingPlace[]
  /** The broken statement as written, cut at 400 characters; empty if it is in no document. */
  readonly schemaFragment: string
  /** If the server is right: the changes of the document that make the finding disappear; empty if only the server can be wrong. */
  readonly fix: readonly OverlayAction[]
  readonly reproduce: Reproduction
  /**
   * The exchange that shows it, shrunk. For a finding about the whole run: the last rejected valid request of one of its operations;
   * undefined if there is none.
   */
  readonly exchange: Exchange | undefined
  /** The evidence of a scenario, which ends with `exchange`; undefined for a fault that one exchange shows. */
  readonly shown: Shown | undefined
  /** The request that shows it, even if no response came; undefined for a finding about the document or the whole run. */
  readonly sent: Case | undefined
}

/** A change of the document, as an action of an OpenAPI Overlay 1.1: `target` is a JSONPath. */
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

/** The ways to repeat a finding. */
export interface Reproduction {
  /** One line for a POSIX shell; empty for a finding that no request shows. Earlier requests of a sequence come first, each on its line. */
  readonly curl: string
  /** A sequence of requests as a shell script, which takes ids from the responses; empty for a single request. Needs curl and jq. */
  readonly script: string
  /** Arguments for the command line: `--seed 1 --replay <key>`. */
  readonly replay: string
  readonly seed: number
  /** The requests of the same sequence that led to it, oldest first. */
  readonly earlier: readonly { readonly request: ShownRequest; readonly response: ShownResponse }[]
  readonly request: ShownRequest | null
  /** null if no response came. */
  readonly response: ShownResponse | null
}

/** The result of a run. */
export interface CheckResult {
  /** Path or URL of the document as given; empty if it was given as an object. */
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
  /** Notes about the document and the URL for the reader: for example, the document was converted, or a base path is missing. */
  readonly notes: readonly string[]
  /** The operations that were not checked, with the reason. */
  readonly skipped: readonly Skip[]
  /** `findings`: something is wrong. `incomplete`: nothing was found wrong, but a documented part was not seen. */
  readonly verdict: 'green' | 'incomplete' | 'findings'
  /** The obstacles between the checker and the API that kept the checker from judging more. */
  readonly obstacles: readonly Obstacle[]
  /** Policies that allowed a response, and how often. */
  readonly policiesUsed: readonly {
    readonly operationId: string
    readonly status: number
    readonly reason: string
    readonly count: number
  }[]
  /** What recorded traffic consisted of; undefined for a run of the checker itself. */
  readonly traffic?: TrafficSummary
}

/** Counts of recorded or proxied traffic, and of its results. */
export interface TrafficSummary {
  /** All that passed, or were recorded. */
  readonly exchanges: number
  readonly judged: number
  /** Judged requests of no documented operation: `GET /debug`. */
  readonly undocumented: readonly Tally[]
  /** Query parameters that their operation does not declare: `listPets: debug`. */
  readonly undeclaredParameters: readonly Tally[]
  /** Why exchanges were not judged. */
  readonly notJudged: readonly Tally[]
  /** One for each value of the header that tells groups apart. */
  readonly groups: readonly TrafficGroup[]
}

/** Something with the number of exchanges that show it. */
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

/** Responses that say nothing about the API's own rules. They do not count as coverage. */
export interface Obstacle {
  readonly kind: ObstacleKind
  /** Its share of the requests to declared operations, 0 to 1. */
  readonly share: number
  readonly requests: number
  /** Operations of which nearly every request was hindered. */
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
  /** reached ÷ total; 1 if there is nothing to reach. */
  readonly share: number
}

/** The parts of the document that a run has covered. */
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
  /** Documented statuses that never came. */
  readonly unseen: readonly string[]
  readonly parameters: readonly SidedCoverage[]
  readonly keywords: readonly SidedCoverage[]
  readonly examples: readonly { readonly pointer: string; readonly sent: boolean }[]
}

/** The number of requests that satisfied and that broke a parameter or a keyword. */
export interface SidedCoverage {
  /** Parameter name, or keyword. */
  readonly name: string
  readonly pointer: string
  readonly valid: number
  readonly invalid: number
}
