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
  readonly step?: ScenarioStep
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

/**
 * The purpose of a request within its scenario. Checks of sequences read it from `case.step`; the exchanges that a step refers to are the
 * nearest earlier ones of the same scenario.
 *
 * - `given`: creates or looks up what the scenario needs: a parent, the target of a foreign key. It claims nothing.
 * - `create`, `create-second`: a new item, both under the same parent. `read-created`, `read-other`: the first and the second by id.
 * - `list-before`: the list before a creation. `list-page`: one page of a walk through the whole list.
 * - `list-after-create`, `list-after-delete`, `list-after-failed-create`: the whole list, together with the `list-page`s directly before
 *   it. Never sent if the end of the list could not be reached.
 * - `read-before-change`, `change`, `read-after-change`: a valid PUT or PATCH of the item, or of the singleton. A PATCH that sends one
 *   property, and a PUT that sends fewer than the one before, are `change`s too.
 * - `put-again`, `read-after-put-again`, `list-after-put`: the same PUT once more, after `change` and `read-after-change`. Then come the
 *   item and a page of its list.
 * - `failed-change`, `read-after-failed-change`: a PUT or PATCH whose body breaks one statement, after `read-before-change`.
 * - `failed-create`, `list-after-failed-create`: a POST whose body breaks one statement, after `list-before`.
 * - `delete`, `read-after-delete`, `list-after-delete`, `delete-again`: the item created last under `create`. `change-deleted`: then a
 *   valid PATCH, and a valid PUT, of it. `delete-other`, `create-after-delete`: the item of `create-second` is deleted too, and a new one
 *   created.
 * - `create-odd`, `change-odd`, `read-odd`: a write of valid texts that a server may still reject, and the read after it.
 * - `create-owned`, `change-owned`, `read-owned`: a write that names read-only properties, after `read-before-change`, and the read after
 *   it.
 * - `follow-location`: GET of the `Location` (or `Content-Location`) of the `create` directly before it.
 * - `page-1` … `page-n`: every page of the list by a small page size, in order, after `create`s. `list-all`: then the same list by one
 *   request, sent only after the last page was reached.
 * - `filter`: the list with a filter, after `create`, `create-second` and the whole list as `list-page`, or with an order; also the second
 *   page of this list. `list-again`: the whole list after all `filter`s.
 * - `list-previous`: the page before the `page-2` of the walk before it, by the link of that page.
 * - `list-bare`, `list-defaults`: a list without parameters, and with the documented default of each.
 * - `wrong-parent`: the item of `create` requested under another parent, which was created for it. `delete-elsewhere`: a deletion there.
 *   `read-elsewhere`: then a read under its own parent. `read-missing`: a missing parent. `list-missing`, `create-missing`: requests below
 *   it, followed by `read-missing` once more.
 * - `read-listed`: an item by an id that the `list-all` before it showed.
 * - `link`: a request made of values that a declared link took from the response before it.
 * - `condition-first`: a read that shows the entity tag. `condition-unchanged`, `condition-other`: the same read on the condition that this
 *   state, or another one, is not known yet. `condition-stale`, `condition-absent`, `condition-weak`, `condition-met`: a change or deletion
 *   on the condition of another state, of none, of this one compared weakly, of this one. `condition-after`: the read after
 *   `condition-met`.
 * - `key-first`: a creation with an idempotency key. `key-again`, `key-other`: the same request and another one with that key.
 *   `list-after-key`: the whole list after `key-again`. `owner-key`, `stranger-key`: the same request with that key by two identities.
 * - `write-text`, `read-text`: a PUT of a text that is no JSON, and the GET of it.
 * - `delete-parent`, `read-parent-gone`: the parent of the item of `create`. `read-orphan`, `list-orphans`, `create-orphan`: then requests
 *   below it.
 * - `owner-read`, `owner-list`: the item of `create`, as its owner sees it. `stranger-read`, `stranger-list`, `stranger-change`,
 *   `stranger-delete`: requests by another identity, which is not allowed to make them. `owner-read-after`: the result.
 * - `act`: an action on the item of `create`, valid or not, with `read-state` of the item around it.
 * - `wander`: a request made of values from any earlier responses, on a random walk. Earlier steps of the walk may be a reason to reject
 *   it.
 */
export type ScenarioStep =
  | 'given'
  | 'create'
  | 'create-second'
  | 'read-created'
  | 'read-other'
  | 'list-before'
  | 'list-page'
  | 'list-after-create'
  | 'list-after-delete'
  | 'list-after-failed-create'
  | 'read-before-change'
  | 'change'
  | 'read-after-change'
  | 'put-again'
  | 'read-after-put-again'
  | 'list-after-put'
  | 'failed-change'
  | 'read-after-failed-change'
  | 'failed-create'
  | 'delete'
  | 'read-after-delete'
  | 'delete-again'
  | 'delete-other'
  | 'create-after-delete'
  | 'change-deleted'
  | 'create-odd'
  | 'change-odd'
  | 'read-odd'
  | 'create-owned'
  | 'change-owned'
  | 'read-owned'
  | 'follow-location'
  | `page-${number}`
  | 'list-all'
  | 'filter'
  | 'list-again'
  | 'list-previous'
  | 'list-bare'
  | 'list-defaults'
  | 'wrong-parent'
  | 'delete-elsewhere'
  | 'read-elsewhere'
  | 'read-missing'
  | 'list-missing'
  | 'create-missing'
  | 'read-listed'
  | 'link'
  | 'wander'
  | 'condition-first'
  | 'condition-unchanged'
  | 'condition-other'
  | 'condition-stale'
  | 'condition-absent'
  | 'condition-weak'
  | 'condition-met'
  | 'condition-after'
  | 'key-first'
  | 'key-again'
  | 'key-other'
  | 'list-after-key'
  | 'owner-key'
  | 'stranger-key'
  | 'write-text'
  | 'read-text'
  | 'delete-parent'
  | 'read-parent-gone'
  | 'read-orphan'
  | 'list-orphans'
  | 'create-orphan'
  | 'owner-read'
  | 'owner-list'
  | 'stranger-read'
  | 'stranger-list'
  | 'stranger-change'
  | 'stranger-delete'
  | 'owner-read-after'
  | 'act'
  | 'read-state'
