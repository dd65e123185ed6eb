import type { JsonObject } from '@contract-kit/json-schema/json'

/** Content of a request that is not JSON. */
export type Content = { readonly mediaType: string } & (
  { readonly text: string } | { readonly base64: string }
)

/** A thing that the sandbox keeps. */
export interface Item {
  /** Its concrete path, which names it: `/owners/7/pets/12`. */
  readonly key: string
  /** Key of the resource of its kind: `/owners/{}/pets/{}`. */
  readonly kind: string
  /** As its path has it, decoded; empty for a singleton. */
  readonly id: string
  /** Keys of the items that its path, or the path of its creation, went through. They take it with them when they are deleted. */
  readonly under: readonly string[]
  /** The caller that created it; undefined: it has no owner, and all callers see it. */
  readonly owner: string | undefined
  /** All that is known of it, by the names of responses and requests. */
  readonly value: JsonObject
  /** The text or the file that it is, as it was sent; undefined if it is JSON alone. */
  readonly content?: Content | undefined
  /** Counts changes from 1. */
  readonly version: number
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Rises from item to item: the order of lists. */
  readonly order: number
}
