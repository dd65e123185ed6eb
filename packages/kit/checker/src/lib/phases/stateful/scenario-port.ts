import type { ApiDocument, ApiOperation, ParameterLocation } from '../../document/api-document.ts'
import type { ResourceGraph } from '../../resources/resource-graph.ts'
import type { CaseTarget, Exchange } from '../../run/exchange.ts'
import type { Json } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import type { ScenarioStep } from './scenario-step.ts'

/** A value that a request must carry. */
export interface ValueOverride {
  readonly location: ParameterLocation | 'body'
  /** Parameter name; for the body a JSON Pointer, in which `*` stands for every item. A place whose parent the body lacks is passed over. */
  readonly name: string
  /** undefined: left out where it is optional, as generated where it is required. */
  readonly value: Json | undefined
}

/** Which valid request is wanted. */
export interface ValuesRequest {
  /** Same operation, salt and seed of the run: same values, in any process. */
  readonly salt: string
  readonly overrides: readonly ValueOverride[]
}

/** A request that breaks exactly one statement of the document. */
export interface BrokenValues {
  readonly values: RequestValues
  readonly target: CaseTarget
}

/** A request a scenario wants sent. */
export interface CaseDraft {
  /** undefined: a `Location` that leads to no declared operation. */
  readonly operation: ApiOperation | undefined
  /** Id of the scenario. */
  readonly scenario: string
  readonly step: ScenarioStep
  readonly mode: 'positive' | 'negative'
  /** undefined only together with `requestTarget` and without an operation. */
  readonly values: RequestValues | undefined
  /** What is broken; given with mode `negative`. */
  readonly target?: CaseTarget
  /** Path and query below the base URL, sent as they are instead of what the values make: a URL the server wrote. */
  readonly requestTarget?: string
  /** Where values came from: `path.petId` → `createPet $response.body#/id`. */
  readonly boundTo: Readonly<Record<string, string>>
}

/** What a scenario needs of the run: it decides what is sent next, the run makes, sends, judges and records it. */
export interface ScenarioPort {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly seed: number
  /** Sends a case; undefined where it could not be sent or was not answered, upon which the scenario ends. */
  readonly send: (draft: CaseDraft, history: readonly Exchange[]) => Promise<Exchange | undefined>
  /**
   * A valid request: required parameters and a body by generation (policies and known ids included), then the overrides.
   * Optional parameters without an override are left out. undefined where none can be made.
   */
  readonly validValues: (operation: ApiOperation, request: ValuesRequest) => RequestValues | undefined
  /** The same request with one statement of its body broken, at most `limit` of them, spread over the statements; empty where none can be. */
  readonly brokenBodies: (
    operation: ApiOperation,
    values: RequestValues,
    options: { readonly salt: string; readonly limit: number },
  ) => readonly BrokenValues[]
  /**
   * Path and query below the base URL that a reference in an answer leads to, resolved against the URL of its request
   * (RFC 3986, section 5); one that leads above the base URL begins with `/..`. undefined where it leads to another origin.
   */
  readonly toTarget: (reference: string, answered: Exchange) => string | undefined
  /** Reports that a scenario, or the rest of it, was not run. */
  readonly skip: (operation: ApiOperation, reason: string) => void
}
