/** How much of a version a change takes (Semantic Versioning 2.0.0): it breaks, it adds, it is wording. */
export type Impact = 'major' | 'minor' | 'patch'

/** All impacts, the worst first. */
export const impacts = ['major', 'minor', 'patch'] as const

/** One difference between two versions of a document. */
export interface Change {
  readonly impact: Impact
  /** The rule that rated the change: an id of docs/changes.md. */
  readonly rule: string
  /** Where, for a person: `POST /trips, response 200, legs[].price (schema Leg)`. */
  readonly place: string
  /** A sentence that describes the change. */
  readonly what: string
  /** JSON Pointer into the revision, or into the base where it is gone. */
  readonly pointer: string
  /** The document that `pointer` leads into. */
  readonly side: 'base' | 'revision'
  /** A value that was valid for the consumer and is not any more, as JSON. Absent where none was found, or none is needed. */
  readonly example?: string
  /** What the project has decided for the rule, and why: a sentence. */
  readonly decision?: string
  /** The change is rated by its meaning: values were tried, and none of them shows it. */
  readonly isUnproven?: true
}

/**
 * The direction of a value, as the consumer sees it. A sent value was valid and must stay valid. A received value must have
 * been possible before.
 */
export type Role = 'sent' | 'received'

/** The other way: what a consumer responds to a webhook is sent. */
export function turn(role: Role): Role {
  return role === 'sent' ? 'received' : 'sent'
}
