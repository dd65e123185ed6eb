import type { Shown } from '../core/evidence.ts'
import type { CaseTarget, Exchange, OtherIdentity } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { Json } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation, ParameterLocation } from '@contract-kit/openapi'
import type { InputBinding, ResourceGraph } from '@contract-kit/resources'

/** A required value in a request. */
export interface ValueOverride {
  readonly location: ParameterLocation | 'body'
  /** Parameter name; for the body, a JSON Pointer in which `*` means every item. Skipped if the body lacks the parent. */
  readonly name: string
  /** Undefined: omitted if optional, generated if required. */
  readonly value: Json | undefined
}

/** Options for generating a valid request. */
interface ValuesRequest {
  /** The operation, the salt and the run's seed determine the values. */
  readonly salt: string
  readonly overrides: readonly ValueOverride[]
  /** Prefers the request that worked before in this run, if any. */
  readonly isKnown?: boolean
}

/** A request that violates exactly one keyword. */
export interface BrokenValues {
  readonly values: RequestValues
  readonly target: CaseTarget
}

/** A request of a scenario. */
export interface CaseDraft {
  /** Undefined: a `Location` without a declared operation. */
  readonly operation: ApiOperation | undefined
  /** Id of the scenario. */
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  /** Undefined only with `requestTarget` and without an operation. */
  readonly values: RequestValues | undefined
  /** The broken part; set with mode `negative`. */
  readonly target?: CaseTarget
  /** Path and query below the base URL to send unchanged: a URL from the server. */
  readonly requestTarget?: string
  /** Whether earlier steps of the scenario may cause a rejection. */
  readonly mayBeRejected?: boolean
  /** Whether its idempotency key must not change. */
  readonly keepsKey?: boolean
  /** Additional headers; they override those from values. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The sender; undefined for the default identity. */
  readonly identity?: OtherIdentity
  /** The origins of values: `path.petId` → `createPet $response.body#/id`. */
  readonly boundTo: Readonly<Record<string, string>>
}

/** The services of a run for a scenario. The scenario decides which request is next; the run builds, sends, judges and records it. */
export interface ScenarioPort {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly seed: number
  /** Maximum number of parallel requests that are independent of each other. */
  readonly workers: number
  /** Whether the scenario must create all parents in its paths; throws {@link SharedParent} if it cannot. */
  readonly mustBeApart: boolean
  /** Sends a case. Undefined if it could not be sent or got no response; the scenario then ends. */
  readonly send: (draft: CaseDraft, history: readonly Exchange[]) => Promise<Exchange | undefined>
  /**
   * Generates a valid request: required parameters and body, with policies and known ids, then the overrides. Omits optional parameters
   * without an override. Undefined if none can be generated.
   */
  readonly validValues: (operation: ApiOperation, request: ValuesRequest) => RequestValues | undefined
  /** The value of a path parameter that no operation provides; undefined if undocumented. */
  readonly pathValue: (binding: InputBinding) => Json | undefined
  /** Copies of a request with one violated keyword each, at most `limit`, spread over the body; empty if there are none. */
  readonly brokenBodies: (
    operation: ApiOperation,
    values: RequestValues,
    options: { readonly salt: string; readonly limit: number },
  ) => readonly BrokenValues[]
  /**
   * Resolves a reference in a response against the URL of its request (RFC 3986, section 5). Returns path and query below the base URL,
   * starting with `/..` if the reference leads above it. Undefined for another origin.
   */
  readonly toTarget: (reference: string, answered: Exchange) => string | undefined
  /** Passes evidence to the oracles. */
  readonly show: (shown: Shown) => void
  /** Reports that a scenario or the rest of it was not run. */
  readonly skip: (operation: ApiOperation, reason: string) => void
}
