import { createResolver } from '@contract-kit/openapi'
import { parsePointer } from '@contract-kit/json-schema/json'
import { resolveUri } from '@contract-kit/json-schema/schemas'
import { isObject, type Json, type JsonObject, toObject, toPointer } from '../documents/json.ts'

/**
 * The document with a component in place of each reference that leads deeper, such as into the response of another operation.
 * openapi-typescript writes those as chains of properties, which do not compile where one of them is optional. A schema
 * becomes a named component; anything else is inlined.
 */
export function nameDeepReferences(document: JsonObject): JsonObject {
  const declared = toObject(toObject(document['components'])['schemas'])
  const { targetOf } = createResolver(document)
  const names = new Map<string, string>()
  const added: JsonObject = {}
  const visit = (node: Json, open: readonly string[]): Json => {
    if (Array.isArray(node)) return node.map((item) => visit(item, open))
    if (!isObject(node)) return node
    const { $ref: pointer, ...others } = node
    if (typeof pointer === 'string' && isDeep(pointer)) {
      const target = targetOf(pointer)
      if (target === undefined || open.includes(pointer)) return node
      if (!isSchema(pointer)) return visit(target, [...open, pointer])
      const siblings = toObject(visit(others, open))
      return { ...siblings, $ref: toPointer(['components', 'schemas', nameFor(pointer, target)]) }
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value, open)]))
  }
  const nameFor = (pointer: string, target: Json): string => {
    const known = names.get(pointer)
    if (known !== undefined) return known
    const usedNames = new Set([...Object.keys(declared), ...names.values()])
    const name = freeName(pointer, usedNames)
    names.set(pointer, name)
    added[name] = visit(target, [])
    return name
  }
  const visited = toObject(visit(document, []))
  const components = toObject(visited['components'])
  return {
    ...visited,
    components: { ...components, schemas: { ...toObject(components['schemas']), ...added } },
  }
}

/** Whether a reference is local and its target is not a component. */
function isDeep(pointer: string): boolean {
  return pointer.startsWith('#/') && !/^#\/components\/[^/]+\/[^/]+$/.test(pointer)
}

/** Whether a deep reference leads to a schema, by the keys on its way. */
function isSchema(pointer: string): boolean {
  const keys = keysOf(pointer)
  return keys.includes('schema') || (keys[0] === 'components' && keys[1] === 'schemas')
}

const keysOf = (reference: string): readonly string[] => parsePointer(resolveUri(reference, '').fragment)

/** `#/components/schemas/Tool/properties/owner` is `ToolOwner`; a clash gets a number. */
function freeName(pointer: string, usedNames: ReadonlySet<string>): string {
  const keywords = ['paths', 'components', 'schemas', 'properties', 'content', 'schema', 'responses']
  const telling = keysOf(pointer).filter((key) => !keywords.includes(key) && !key.startsWith('application/'))
  const words = telling.flatMap((key) => key.split(/[^\p{L}\p{N}]+/u))
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const preferred = /^\p{L}/u.test(joined) ? joined : `Schema${joined}`
  let name = preferred
  for (let number = 2; usedNames.has(name); number += 1) name = `${preferred}${number}`
  return name
}
