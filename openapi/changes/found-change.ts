import type { Impact } from './change.ts'

/** One side of a difference. */
export interface Side {
  /** JSON pointer to the place itself, references followed. */
  readonly pointer: string
  /** Absent where this side does not have the property. */
  readonly value?: unknown
}

/** A difference as `redocly diff --format json` reports it. */
export interface FoundChange {
  /** JSON pointer from the root, through references: `#/paths/~1v3~1carts/post/responses/200/…`. */
  readonly path: string
  /** Kind of the node: `Operation`, `Schema`, `Header`. */
  readonly typeName: string
  readonly kind: 'added' | 'removed' | 'modified'
  readonly impact: Impact
  /** What Redocly's rules say is broken; empty where nothing is. */
  readonly verdicts: readonly { readonly ruleId: string; readonly impact: Impact; readonly message: string }[]
  /** The keyword that differs, of a modified node. */
  readonly property?: string
  readonly base?: Side
  readonly revision?: Side
}
