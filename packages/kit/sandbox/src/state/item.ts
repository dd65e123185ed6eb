import type { JsonObject } from '@contract-kit/json-schema/json'

/** Content of a request that is not JSON. */
export type Content = { readonly mediaType: string } & (
  { readonly text: string } | { readonly base64: string }
)

/** An item stored by the sandbox. */
export interface Item {
  /** Its concrete path, which is unique: `/owners/7/pets/12`. */
  readonly key: string
  /** Resource key of its kind: `/owners/{}/pets/{}`. */
  readonly kind: string
  /** The decoded id in its path; empty for a singleton. */
  readonly id: string
  /** Keys of the parents on its path, and on the path of its creation. Deleting a parent deletes the item. */
  readonly under: readonly string[]
  /** The caller who created it. Undefined if it has no owner; all callers then see it. */
  readonly owner: string | undefined
  /** All known properties, by their names in responses and requests. */
  readonly value: JsonObject
  /** The original text or file; undefined if it is only JSON. */
  readonly content?: Content | undefined
  /** Counts changes, starting at 1. */
  readonly version: number
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Creation order, which is the default order of lists. */
  readonly order: number
}
