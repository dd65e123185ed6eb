import { own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { Kind } from '../document/kinds.ts'
import { isTokenName } from '../access/tokens.ts'
import { freshText, hashOf } from './ids.ts'

/** Replaces the example token of a new item by a unique one, if only the server sets it. */
export function withTokens({ shown }: Kind, key: string, value: JsonObject): JsonObject {
  const tokens: Record<string, Json> = {}
  for (const sketch of shown) {
    for (const [name, field] of sketch.fields()) {
      const isServers = field.isReadOnly || field.isRequired
      if (!isTokenName(name) || !isServers || !field.sketch.types.has('string')) continue
      if (own(value, name) !== undefined || tokens[name] !== undefined) continue
      const token = freshText(field.sketch.nodes, hashOf(`${key} ${name}`))
      if (token !== undefined) tokens[name] = token
    }
  }
  return { ...value, ...tokens }
}
