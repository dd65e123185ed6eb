import type { CaseTarget, Exchange, OtherIdentity } from '../../core/exchange.ts'
import type { RequestValues } from '../../http/wire-request.ts'
import type { Json } from '../../json-schema/base/json.ts'
import type { ApiDocument, ApiOperation, ParameterLocation } from '../../openapi/api-document.ts'
import type { ResourceGraph } from '../../resources/resource-graph.ts'

/** A value that a request must carry. */
export interface ValueOverride {
  readonly location: ParameterLocation | 'body'
  /** Parameter name; for the body a JSON Pointer, in which `*` stands for every item. A place whose parent the body lacks is passed over. */
  readonly name: string
  /** undefined: left out where it is optional, as generated where it is required. */
  readonly value: Json | undefined
}

/** Which valid request is wanted. */
interface ValuesRequest {
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
  /** Headers besides those that the values make; a name that they have is replaced. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Who sends it; undefined: the identity of ordinary requests. */
  readonly identity?: OtherIdentity
  /** Where values came from: `path.petId` → `createPet $response.body#/id`. */
  readonly boundTo: Readonly<Record<string, string>>
}

/** What a scenario needs of the run: it decides what is sent next, the run makes, sends, judges and records it. */
export interface ScenarioPort {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly seed: number
  /** How many requests of one scenario may be under way at once, where they do not depend on each other. */
  readonly workers: number
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

/**
 * What a request is for within its scenario. Checks of sequences read it from `case.step`; the exchanges a step refers to
 * are the nearest earlier ones of the same scenario.
 *
 * - `given`: creates or looks up what the scenario needs: a parent, the target of a foreign key. Nothing is claimed of it.
 * - `create`, `create-second`: a new item, both under the same parent. `read-created`, `read-other`: the first and the second by id.
 * - `list-before`: the list before a creation. `list-page`: one page of a walk through the whole list.
 * - `list-after-create`, `list-after-delete`, `list-after-failed-create`: together with the `list-page`s directly before it,
 *   this is the whole list; it is never sent where the end of the list could not be reached.
 * - `read-before-change`, `change`, `read-after-change`: a valid PUT or PATCH of the item, or of the singleton. A PATCH that
 *   sends one property and a PUT that sends fewer than the one before are `change`s too.
 * - `put-again`, `read-after-put-again`, `list-after-put`: the same PUT once more, after `change` and `read-after-change`; the item and
 *   a page of its list after that.
 * - `failed-change`, `read-after-failed-change`: a PUT or PATCH whose body breaks one statement, after `read-before-change`.
 * - `failed-create`, `list-after-failed-create`: a POST whose body breaks one statement, after `list-before`.
 * - `delete`, `read-after-delete`, `list-after-delete`, `delete-again`: the item created last under `create`; then `change-deleted`: a
 *   valid PATCH, and a valid PUT, of it. `delete-other`, `create-after-delete`: the item of `create-second` is deleted too, and a new one made.
 * - `create-odd`, `change-odd`, `read-odd`: a write of valid texts that a server may refuse all the same, and the read after it.
 * - `create-owned`, `change-owned`, `read-owned`: a write that names read-only properties, after `read-before-change`, and the read after it.
 * - `follow-location`: GET of the `Location` (or `Content-Location`) of the `create` directly before it.
 * - `page-1` … `page-n`: every page of the list by a small page size, in order, after `create`s; then `list-all`: the same list
 *   by one request. `list-all` is sent only after the last page was reached.
 * - `filter`: the list with a filter, after `create`, `create-second` and the whole list as `list-page`, or with an order; also the
 *   second page of such a list. `list-again`: the whole list after all `filter`s.
 * - `list-previous`: the page before the `page-2` of the walk before it, by the link of that.
 * - `list-bare`, `list-defaults`: a list without parameters, and with the documented default of each.
 * - `wrong-parent`: the item of `create` asked for under another parent, which was created for it. `delete-elsewhere`: the same deleted there;
 *   `read-elsewhere`: it is asked for under its own parent after that. `read-missing`: a parent that is not there; `list-missing`,
 *   `create-missing` below it, and `read-missing` once more.
 * - `read-listed`: an item by an id that the `list-all` before it showed.
 * - `link`: a request made of values that a declared link took from the answer before it.
 * - `condition-first`: a read that tells the entity tag. `condition-unchanged`, `condition-other`: the same read on the condition that
 *   this state, or another one, is not known yet. `condition-stale`, `condition-absent`, `condition-weak`, `condition-met`: a change or
 *   deletion on the condition of another state, of none, of this one compared weakly, of this one. `condition-after`: the read after
 *   `condition-met`.
 * - `key-first`: a creation with an idempotency key; `key-again`, `key-other`: the same request and another one with that key.
 *   `list-after-key`: the whole list after `key-again`. `owner-key`, `stranger-key`: the same request with that key by two identities.
 * - `write-text`, `read-text`: a PUT of a text that is no JSON, and the GET of it.
 * - `delete-parent`, `read-parent-gone`: the parent of the item of `create`; then `read-orphan`, `list-orphans`, `create-orphan` below it.
 * - `owner-read`, `owner-list`: the item of `create`, as its owner sees it; then `stranger-read`, `stranger-list`, `stranger-change`,
 *   `stranger-delete` by another identity, which may not; `owner-read-after`: what became of it.
 * - `act`: an action on the item of `create`, valid or not, with `read-state` of the item around it.
 * - `wander`: a request made of values from any earlier answers, on a random walk. What the walk did before may be reason enough
 *   to refuse it.
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
