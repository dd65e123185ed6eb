import type { JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { Caller, Entry } from '../access/credentials.ts'
import type { Kind } from '../document/kinds.ts'
import type { Call, Input, Reply } from '../http/call.ts'
import { hasResponse } from '../http/choose.ts'
import type { FaultName } from '../http/faults.ts'
import type { Plan } from '../operations/plan.ts'
import type { World } from '../operations/world.ts'

/** The classes of faults, by part of an API. */
export const faultClasses = ['responses', 'validation', 'credentials', 'state', 'lists', 'values'] as const
export type FaultClass = (typeof faultClasses)[number]

/** What an operation of the sandbox does. */
export type Behavior = (input: Input, call: Call) => Reply

/** The operation that a fault changes, and its state. */
export interface Scene {
  readonly world: World
  readonly plan: Plan
  /** Records that the server now deviates from the correct one. */
  readonly deviates: () => void
}

/** How a faulty server differs from the correct one. Each member changes one stage of an exchange; most faults have one. */
export interface Deviation {
  /** Returns the document that validates requests. */
  readonly validateBy?: (document: JsonObject) => JsonObject
  /** A rejection added by that document: a place such as `body/cards/*`, and the keyword. */
  readonly rejects?: { readonly place: string; readonly keyword: string }
  /** Delays every response. */
  readonly delayMs?: number
  /** Aborts every exchange of the operation in this way. */
  readonly breakOff?: FaultName
  /** Accepts or rejects the credentials. `entry.admit` throws a Refusal if the correct server rejects them. */
  readonly admit?: (entry: Entry) => Caller
  /** Changes the facts of a request other than its input, before any decision. */
  readonly receive?: (call: Call) => Call
  readonly behave?: (run: Behavior, scene: Scene) => Behavior
  /** Changes a response of any status. An unchanged response counts as correct. */
  readonly respond?: (
    reply: Reply,
    call: Pick<Call, 'method' | 'target' | 'headers'>,
    operationId: string,
  ) => Reply
}

/** A difference from the correct server, and its operations. */
export interface Difference {
  /** The operations at which the server deviates, the primary one first. */
  readonly operationIds: readonly string[]
  /** Whether the fault is fixed when the router is created, so another fault needs another router. */
  readonly isOfRouter: boolean
  readonly deviation: Deviation
}

/** An allowed difference between servers at one place of a document. */
export interface Liberty extends Difference {
  /** Unique in its document: `response-null@getPet:200/name`. */
  readonly id: string
  /** The id of its kind. */
  readonly kind: string
  /** The difference: one sentence without a period. */
  readonly title: string
  /** The part of the document to change if checks miss the fault. */
  readonly advice: string
}

/** A fault at one place of a document. */
export interface Fault extends Liberty {
  readonly class: FaultClass
}

/** An operation that is searched for faults. */
export interface Site {
  readonly document: ApiDocument
  readonly operation: ApiOperation
  readonly plan: Plan
  readonly plans: readonly Plan[]
  readonly kinds: readonly Kind[]
}

/** A place at which a kind of fault applies. */
export interface FoundPlace {
  /** Distinguishes it from others of its kind at the operation: `200/name`. Empty if there is one. */
  readonly place: string
  readonly deviation: Deviation
  /** The cause, if several operations share it. A kind of fault is reported once per subject. */
  readonly subject?: object
  /** Other operations at which the server deviates too. */
  readonly alsoAt?: readonly string[]
}

/** The only place of a kind at an operation; none if the deviation is undefined. */
export const everywhere = (deviation: Deviation | undefined): readonly FoundPlace[] =>
  deviation === undefined ? [] : [{ place: '', deviation }]

/** Advice that makes a fault detectable: one text for all operations, or one per operation. */
export type Advice = string | ((site: Site) => string)

/** Advice that depends on whether the operation documents a status. */
export const byStatus =
  (statuses: readonly number[], documented: string, missing: string): Advice =>
  ({ operation }) =>
    hasResponse(operation, statuses) ? documented : missing

/** A kind of allowed difference, for any document. */
export interface LibertyKind {
  readonly id: string
  /** The difference: one sentence, completed by the operation and the place. */
  readonly title: string
  readonly advice: Advice
  /** Finds the places of an operation at which the difference is visible. */
  readonly find: (site: Site) => readonly FoundPlace[]
}

/** A kind of fault, for any document. */
export interface FaultKind extends LibertyKind {
  readonly class: FaultClass
}
