/** How much of a version a change takes (Semantic Versioning 2.0.0): it breaks, it adds, it is wording. */
export type Impact = 'major' | 'minor' | 'patch'

/** All impacts, the worst first. */
export const impacts = ['major', 'minor', 'patch'] as const

/** One difference between two versions of a document. */
export interface Change {
  readonly impact: Impact
  /** What rated it: an id of docs/changes.md. */
  readonly rule: string
  /** Where, for a person: `POST /trips, response 200, legs[].price (schema Leg)`. */
  readonly place: string
  /** What changed, a sentence. */
  readonly what: string
  /** JSON Pointer into the revision, or into the base where it is gone. */
  readonly pointer: string
  /** The document that `pointer` leads into. */
  readonly side: 'base' | 'revision'
  /** A value that was valid for the consumer and is not any more, as JSON. Absent where none was found, or none is needed. */
  readonly example?: string
}

/**
 * Which way a value travels, seen by the consumer. What is sent was valid and must stay so; what is received must be something
 * that could be received before.
 */
export type Role = 'sent' | 'received'

/** The other way: what a consumer responds to a webhook is sent. */
export function turn(role: Role): Role {
  return role === 'sent' ? 'received' : 'sent'
}
