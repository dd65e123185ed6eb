/** A request target split in two: the path as sent, and the query with its question mark or nothing. */
export interface RequestTarget {
  readonly path: string
  readonly search: string
}

/** Splits a request target without decoding or normalising it; the absolute form loses its origin (RFC 9112 3.2.2). */
export function parseRequestTarget(target: string): RequestTarget {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  return mark < 0 ? { path: local, search: '' } : { path: local.slice(0, mark), search: local.slice(mark) }
}
