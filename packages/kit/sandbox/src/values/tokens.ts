import { own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { Kind } from '../document/kinds.ts'
import { isTokenName } from '../access/tokens.ts'
import { freshText, hashOf } from './ids.ts'

/** A new item with a token of its own, where only the server says it. The example's would be the same for all sessions and keys. */
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
