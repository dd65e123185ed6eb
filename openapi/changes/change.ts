/** How much of a version a change takes (Semantic Versioning 2.0.0). */
export type Impact = 'major' | 'minor' | 'patch'

/** One difference between two versions of the contract. */
export interface Change {
  /** Breaking, compatible, or wording alone. */
  readonly impact: Impact
  /** What rated it: the id of a rule of Redocly or of a check, else `compatible` or `wording`. */
  readonly rule: string
  /** Where, for a person: `POST /v3/carts, answer 200, cards[].cost (schema CartCard)`. */
  readonly place: string
  /** What changed, a sentence. */
  readonly what: string
}
