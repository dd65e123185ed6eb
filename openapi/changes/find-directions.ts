import type { Json, JsonObject } from '../scripts/publish.ts'
import type { ChangeContext } from './change-check.ts'
import type { FoundChange } from './found-change.ts'
import { childOf, toObject } from './json-nodes.ts'
import { segmentsOf } from './pointer.ts'

/**
 * Tells of each change whether it touches what callers send, what they get, or both. A shared schema is reported at its
 * first use only, so the way to it does not tell; whether a request or an answer leads to it does.
 */
export function findDirections(documents: readonly JsonObject[]): (change: FoundChange) => ChangeContext {
  const sent = new Set(documents.flatMap((document) => [...componentsFrom(document, sentParts)]))
  const received = new Set(documents.flatMap((document) => [...componentsFrom(document, receivedParts)]))
  return ({ path, base, revision }) => {
    const component = componentOf((revision ?? base)?.pointer ?? '')
    // A part of a path, or of an operation.
    const parts = segmentsOf(path).slice(2, 4)
    return {
      isSent: sent.has(component) || sentParts.some((part) => parts.includes(part)),
      isReceived: received.has(component) || receivedParts.some((part) => parts.includes(part)),
    }
  }
}

const sentParts = ['parameters', 'requestBody']
const receivedParts = ['responses']

function componentOf(pointer: string): string {
  return segmentsOf(pointer).slice(0, 3).join('/')
}

/** The components that the given parts of the paths lead to, directly or through others. */
function componentsFrom(document: JsonObject, parts: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (node: Json | undefined): void => {
    for (const pointer of referencesIn(node)) {
      const name = componentOf(pointer)
      if (found.has(name)) continue
      found.add(name)
      follow(segmentsOf(pointer).reduce<Json | undefined>(childOf, document))
    }
  }
  for (const item of Object.values(toObject(document['paths']))) {
    for (const holder of [item, ...Object.values(toObject(item))]) {
      for (const part of parts) follow(childOf(holder, part))
    }
  }
  return found
}

function referencesIn(node: Json | undefined): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  return Object.entries(toObject(node)).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}
