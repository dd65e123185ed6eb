import type { JsonObject } from '../../scripts/publish.ts'
import { toObject } from '../json-nodes.ts'

/**
 * Both documents with those security schemes only that operations of both ask for. Of a scheme that nobody uses, nobody
 * notices what becomes of it; that one is asked for no more, or from now on, the requirements tell.
 */
export function keepSharedSchemes(
  base: JsonObject,
  revision: JsonObject,
): readonly [base: JsonObject, revision: JsonObject] {
  const before = requiredSchemes(base)
  const after = requiredSchemes(revision)
  const isShared = (name: string): boolean => before.has(name) && after.has(name)
  return [withSchemes(base, isShared), withSchemes(revision, isShared)]
}

function requiredSchemes(document: JsonObject): ReadonlySet<string> {
  const items = Object.values(toObject(document['paths'])).map(toObject)
  const operations = items.flatMap((item) => Object.values(item).map(toObject))
  const requirements = operations.flatMap(({ security }) => (Array.isArray(security) ? security : []))
  return new Set(requirements.flatMap((requirement) => Object.keys(toObject(requirement))))
}

function withSchemes(document: JsonObject, isKept: (name: string) => boolean): JsonObject {
  const { securitySchemes, ...components } = toObject(document['components'])
  const kept = Object.entries(toObject(securitySchemes)).filter(([name]) => isKept(name))
  return {
    ...document,
    components: {
      ...components,
      ...(kept.length === 0 ? {} : { securitySchemes: Object.fromEntries(kept) }),
    },
  }
}
