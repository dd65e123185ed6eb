import { isJsonObject, type JsonObject } from './json-object.ts'

/** Follows local `$ref`s until something else is found; throws on one that leads nowhere. */
export type Resolve = (node: unknown) => unknown

/** Finds what a local reference leads to, one step; throws where it leads nowhere. */
export function lookUp(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`The document is not bundled: it refers to ${reference}`)
  const keys = reference.slice(2).split('/').map(fromPointerToken)
  let node: unknown = document
  for (const key of keys)
    node = isJsonObject(node) ? node[key] : Array.isArray(node) ? node[Number(key)] : undefined
  if (node === undefined) throw new Error(`The document refers to ${reference}, which it does not have`)
  return node
}

/** Makes the resolver of one bundled document. */
export function createResolve(document: JsonObject): Resolve {
  return (node) => {
    let current = node
    for (let hops = 0; isJsonObject(current) && typeof current['$ref'] === 'string'; hops += 1) {
      if (hops > 100) throw new Error(`The document refers in a circle at ${current['$ref']}`)
      current = lookUp(document, current['$ref'])
    }
    return current
  }
}

/** Decodes one token of a JSON pointer, URI-encoded or not (RFC 6901). */
function fromPointerToken(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
}
