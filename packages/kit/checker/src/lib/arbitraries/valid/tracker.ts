/** Follows which properties and items one `unevaluated…` keyword sees as evaluated, by annotations (JSON Schema Core, 11). */
export interface Tracker {
  /** Equal for the same keyword reached again. */
  readonly id: string
  /**
   * Whether everything that is evaluated must be known, because something unevaluated is looked for; else it is enough to
   * know some of it.
   */
  readonly isExact: boolean
}

/** The tracker of an `unevaluated…` keyword of the schema at a place. */
export const trackerOf = (place: string, keyword: string, isExact: boolean): Tracker => ({
  id: `${place}/${keyword}${isExact ? '!' : ''}`,
  isExact,
})

/** The trackers of the schemas around, and one more; a schema that comes back to itself in place has one all the same. */
export const withTracker = (outer: readonly Tracker[], tracker: Tracker): readonly Tracker[] =>
  outer.some(({ id }) => id === tracker.id) ? outer : [...outer, tracker]
