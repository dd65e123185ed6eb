/** The version increment that a change requires (Semantic Versioning 2.0.0): breaking, additive, or wording. */
export type Impact = 'major' | 'minor' | 'patch'

/** All impacts, the worst first. */
export const impacts = ['major', 'minor', 'patch'] as const

/** One difference between two versions of a document. */
export interface Change {
  readonly impact: Impact
  /** The rule that rated the change: an id of docs/changes.md. */
  readonly rule: string
  /** The place in readable form: `POST /trips, response 200, legs[].price (schema Leg)`. */
  readonly place: string
  /** A sentence that describes the change. */
  readonly what: string
  /** JSON Pointer into the revision, or into the base if the place was removed. */
  readonly pointer: string
  /** The document that `pointer` leads into. */
  readonly side: 'base' | 'revision'
  /** A value that was valid for the consumer and is no longer valid, as JSON. Absent if none was found or none is needed. */
  readonly example?: string
  /** The project's decision for the rule and its reason, as a sentence. */
  readonly decision?: string
  /** Whether the change is rated by its meaning, because no tested value shows it. */
  readonly isUnproven?: true
}

/**
 * The direction of a value, as the consumer sees it. A sent value was valid and must stay valid. A received value must have
 * been possible before.
 */
export type Role = 'sent' | 'received'

/** The opposite direction, because a consumer sends the response to a webhook. */
export function turn(role: Role): Role {
  return role === 'sent' ? 'received' : 'sent'
}
