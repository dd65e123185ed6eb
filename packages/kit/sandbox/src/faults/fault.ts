import type { JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { Caller, Entry } from '../access/credentials.ts'
import type { Kind } from '../document/kinds.ts'
import type { Call, Input, Reply } from '../http/call.ts'
import { hasResponse } from '../http/choose.ts'
import type { FaultName } from '../http/faults.ts'
import type { Plan } from '../operations/plan.ts'
import type { World } from '../operations/world.ts'

/** The classes of faults, by the part of an API that they concern. */
export const faultClasses = ['responses', 'validation', 'credentials', 'state', 'lists', 'values'] as const
export type FaultClass = (typeof faultClasses)[number]

/** What an operation of the sandbox does. */
export type Behavior = (input: Input, call: Call) => Reply

/** The operation that a fault changes, and the state that it works on. */
export interface Scene {
  readonly world: World
  readonly plan: Plan
  /** Says that the server now does otherwise than the right one would. */
  readonly deviates: () => void
}

/** How a server with a fault differs from the right one. Each part changes one stage of an exchange; most faults have one. */
export interface Deviation {
  /** The document by which requests are validated. */
  readonly validateBy?: (document: JsonObject) => JsonObject
  /** What that document rejects and the true one accepts: values at a place such as `body/cards/*`, by one keyword. */
  readonly rejects?: { readonly place: string; readonly keyword: string }
  /** Delays every response. */
  readonly delayMs?: number
  /** Breaks off every exchange of the operation in this way. */
  readonly breakOff?: FaultName
  /** Accepts or rejects the credentials; `entry.admit` throws a Refusal if the correct server does. */
  readonly admit?: (entry: Entry) => Caller
  /** Changes the facts of a request other than its input, before any decision. */
  readonly receive?: (call: Call) => Call
  readonly behave?: (run: Behavior, scene: Scene) => Behavior
  /** Changes a response of any status. A response that it returns as it is counts as right. */
  readonly respond?: (
    reply: Reply,
    call: Pick<Call, 'method' | 'target' | 'headers'>,
    operationId: string,
  ) => Reply
}

/** A difference from the correct server, and its operations. */
export interface Difference {
  /** The operations at which the server deviates; the first is the one to look at. */
  readonly operationIds: readonly string[]
  /** Whether it is built into a router: another fault needs another router. */
  readonly isOfRouter: boolean
  readonly deviation: Deviation
}

/** One way in which a server may differ from another at one place of a document. */
export interface Liberty extends Difference {
  /** Unique in its document: `response-null@getPet:200/name`. */
  readonly id: string
  /** The id of its kind. */
  readonly kind: string
  /** The difference, as one sentence without a period. */
  readonly title: string
  /** What makes such a fault visible to a check, if it stays unseen: a part of the document. */
  readonly advice: string
}

/** One way to be wrong. */
export interface Fault extends Liberty {
  readonly class: FaultClass
}

/** An operation of a document at which faults are looked for. */
export interface Site {
  readonly document: ApiDocument
  readonly operation: ApiOperation
  readonly plan: Plan
  readonly plans: readonly Plan[]
  readonly kinds: readonly Kind[]
}

/** A fault of a kind at one place. */
export interface FoundPlace {
  /** Tells it from others of its kind at the operation: `200/name`; empty if there is one. */
  readonly place: string
  readonly deviation: Deviation
  /** The cause, if other operations share it: a fault of a kind with one subject is found once. */
  readonly subject?: object
  /** Other operations at which the server deviates too. */
  readonly alsoAt?: readonly string[]
}

/** The only place of a kind at an operation; none without a deviation. */
export const everywhere = (deviation: Deviation | undefined): readonly FoundPlace[] =>
  deviation === undefined ? [] : [{ place: '', deviation }]

/** Advice that makes a fault visible: the same for every operation, or for this one. */
export type Advice = string | ((site: Site) => string)

/** Advice for operations that document a status, and for those that do not. */
export const byStatus =
  (statuses: readonly number[], documented: string, missing: string): Advice =>
  ({ operation }) =>
    hasResponse(operation, statuses) ? documented : missing

/** A way to differ, in any document. */
export interface LibertyKind {
  readonly id: string
  /** The difference, as one sentence; the operation and the place follow it. */
  readonly title: string
  readonly advice: Advice
  /** The places of an operation at which it is visible. */
  readonly find: (site: Site) => readonly FoundPlace[]
}

/** A way to be wrong, in any document. */
export interface FaultKind extends LibertyKind {
  readonly class: FaultClass
}
