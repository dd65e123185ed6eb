import type { Shown } from '../core/evidence.ts'
import type { CaseTarget, Exchange, OtherIdentity } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { Json } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation, ParameterLocation } from '@contract-kit/openapi'
import type { InputBinding, ResourceGraph } from '@contract-kit/resources'

/** A value that a request must carry. */
export interface ValueOverride {
  readonly location: ParameterLocation | 'body'
  /** Parameter name; for the body a JSON Pointer, in which `*` means every item. A place whose parent the body lacks is skipped. */
  readonly name: string
  /** undefined: omitted if it is optional, generated if it is required. */
  readonly value: Json | undefined
}

/** The valid request to generate. */
interface ValuesRequest {
  /** The same operation, salt and seed of the run give the same values in any process. */
  readonly salt: string
  readonly overrides: readonly ValueOverride[]
  /** Begins with the request that worked before in this run, if there is one. */
  readonly isKnown?: boolean
}

/** A request that breaks exactly one statement of the document. */
export interface BrokenValues {
  readonly values: RequestValues
  readonly target: CaseTarget
}

/** A request of a scenario. */
export interface CaseDraft {
  /** undefined: a `Location` that leads to no declared operation. */
  readonly operation: ApiOperation | undefined
  /** Id of the scenario. */
  readonly scenario: string
  readonly mode: 'positive' | 'negative'
  /** undefined only together with `requestTarget` and without an operation. */
  readonly values: RequestValues | undefined
  /** The broken part; given with mode `negative`. */
  readonly target?: CaseTarget
  /** Path and query below the base URL, sent unchanged in place of those from the values: a URL that the server wrote. */
  readonly requestTarget?: string
  /** Whether what the scenario did before is a reason to reject the request. */
  readonly mayBeRejected?: boolean
  /** Whether its idempotency key must stay as it is. */
  readonly keepsKey?: boolean
  /** Headers in addition to those that the values make; they replace headers of the same name. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The sender; undefined: the identity of ordinary requests. */
  readonly identity?: OtherIdentity
  /** The origins of values: `path.petId` → `createPet $response.body#/id`. */
  readonly boundTo: Readonly<Record<string, string>>
}

/** The services of the run for a scenario. The scenario decides what to send next, and the run makes, sends, judges and records it. */
export interface ScenarioPort {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly seed: number
  /** The number of requests of one scenario that may be in flight at once, if they do not depend on each other. */
  readonly workers: number
  /** Whether the scenario must create everything in the paths of its requests itself; throws {@link SharedParent} if it cannot. */
  readonly mustBeApart: boolean
  /** Sends a case. Undefined if it could not be sent or got no response, after which the scenario ends. */
  readonly send: (draft: CaseDraft, history: readonly Exchange[]) => Promise<Exchange | undefined>
  /**
   * Makes a valid request: generated required parameters and body (policies and known ids included), then the overrides. Omits optional
   * parameters without an override. Undefined if none can be made.
   */
  readonly validValues: (operation: ApiOperation, request: ValuesRequest) => RequestValues | undefined
  /** The value of a path parameter that no operation gives; undefined if the document shows none. */
  readonly pathValue: (binding: InputBinding) => Json | undefined
  /** The same request with one statement of its body broken, at most `limit` of them, spread over the statements; empty if none can be. */
  readonly brokenBodies: (
    operation: ApiOperation,
    values: RequestValues,
    options: { readonly salt: string; readonly limit: number },
  ) => readonly BrokenValues[]
  /**
   * Resolves a reference in a response against the URL of its request (RFC 3986, section 5). Returns the path and query below the base URL;
   * they begin with `/..` if the reference leads above the base URL. Undefined if it leads to another origin.
   */
  readonly toTarget: (reference: string, answered: Exchange) => string | undefined
  /** Lets the oracles judge what the scenario saw. */
  readonly show: (shown: Shown) => void
  /** Reports that a scenario, or the rest of it, was not run. */
  readonly skip: (operation: ApiOperation, reason: string) => void
}
