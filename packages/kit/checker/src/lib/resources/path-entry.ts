import type { ApiDocument, ApiOperation, HttpMethod } from '../document/api-document.ts'
import { entityOf, parseReferenceName } from './reference-name.ts'
import { isPrefix, keyOfSegments, pathSegments, type PathSegment } from './path-segments.ts'

/** A path of the document, read. */
export interface PathEntry {
  readonly template: string
  readonly segments: readonly PathSegment[]
  readonly key: string
  readonly operations: readonly ApiOperation[]
}

/** Every path of the document with its segments, in document order. */
export const readPaths = (document: ApiDocument): readonly PathEntry[] =>
  [...document.paths].map(([template, operations]) => {
    const segments = pathSegments(template)
    return { template, segments, key: keyOfSegments(segments), operations }
  })

/** The operation of a path by method; undefined where the path has none. */
export const findMethod = ({ operations }: PathEntry, method: HttpMethod): ApiOperation | undefined =>
  operations.find((operation) => operation.method === method)

/** The keys of all items a path goes through or ends at, outermost first: `/owners/{}`, `/owners/{}/pets/{}`. */
export const itemKeysOf = (segments: readonly PathSegment[]): readonly string[] =>
  segments.flatMap(({ parameter }, index) =>
    parameter === undefined ? [] : [keyOfSegments(segments.slice(0, index + 1))],
  )

/** Segments that point back at the thing before them: `/users/me`, `/users/by-name/{name}`, `/pets/id/{id}`. */
const isPointer = (text: string): boolean => /^(?:by(?:[-_A-Z].*)?|id|me|self|current|mine)$/.test(text)

/** What the thing at the end of some segments is called: by the nearest fixed segment, else by the parameter itself. */
export const nameOfSegments = (segments: readonly PathSegment[]): string => {
  const last = segments.at(-1)
  const before = last?.parameter === undefined ? last : segments.at(-2)
  if (before?.parameter === undefined && before !== undefined && !isPrefix(before.text)) {
    const rest = segments.slice(0, last?.parameter === undefined ? -1 : -2)
    return isPointer(before.text) && rest.length > 0 ? nameOfSegments(rest) : entityOf(before.text)
  }
  const { entities, suffix } = parseReferenceName(last?.parameter ?? '')
  return entities[0] ?? suffix
}
