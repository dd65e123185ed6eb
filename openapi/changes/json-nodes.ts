import type { Json, JsonObject } from '../scripts/publish.ts'

/** What a node of a document has under a key, or at an index; nothing where it has none. */
export function childOf(node: Json | undefined, key: string): Json | undefined {
  return Array.isArray(node) ? node[Number(key)] : toObject(node)[key]
}

/** The node where it is an object, else an empty one. */
export function toObject(node: Json | undefined): JsonObject {
  return node !== null && typeof node === 'object' && !Array.isArray(node) ? node : {}
}
