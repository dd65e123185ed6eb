import type { Call } from '../http/call.ts'
import { hiddenCursor, type Page } from './pages.ts'

/** Link relations between pages (RFC 8288). */
export type Relation = 'self' | 'first' | 'prev' | 'next' | 'last'

/** A request for another page. */
export interface Turn {
  /** Its page number, offset or cursor; undefined for a first page without one. */
  readonly position: number | string | undefined
  /** Path and query; undefined if the page is requested by body. */
  readonly target: string | undefined
}

/** The related pages of a page; undefined if a page does not exist or cannot be reached. */
export type Turns = Readonly<Partial<Record<Relation, Turn>>>

/** Finds the related pages of a page. `isByQuery` says whether a URL can request them. */
export function findTurns(page: Page, call: Call, isByQuery: boolean): Turns {
  const { paging, size, skipped = 0, total, hasMore, cursor, items } = page
  const self: Turn = { position: undefined, target: isByQuery ? call.target : undefined }
  if (paging === undefined) return { self }
  const { position: name = hiddenCursor, first, style } = paging
  const to = (position: number | string | undefined, otherSize?: number): Turn => ({
    position,
    target: isByQuery
      ? withQuery(call.target, {
          [name]: position,
          ...(paging.size !== undefined && otherSize !== undefined && { [paging.size]: otherSize }),
        })
      : undefined,
  })
  const canGoOn = hasMore && items.length > 0
  if (style === 'cursor')
    return { self, first: to(undefined), ...(canGoOn && cursor !== undefined && { next: to(cursor) }) }
  if (size === 0) return { self }
  const at = (offset: number, otherSize?: number): Turn =>
    to(first + (style === 'page' ? Math.floor(offset / size) : offset), otherSize)
  const lastOffset = total === undefined ? undefined : Math.max(0, Math.ceil(total / size) - 1) * size
  const before = Math.max(0, Math.min(skipped - size, lastOffset ?? Infinity))
  // The page before a partial page ends where this one begins.
  const rest = skipped < size && style === 'offset' && paging.minSize <= skipped ? skipped : undefined
  return {
    self,
    first: at(0),
    ...(skipped > 0 && { prev: at(before, rest) }),
    ...(canGoOn && { next: at(skipped + size) }),
    ...(lastOffset !== undefined && { last: at(lastOffset) }),
  }
}

/** A target with changed query parameters; undefined removes one. */
function withQuery(target: string, changes: Readonly<Record<string, number | string | undefined>>): string {
  const [path = '', ...rest] = target.split('?')
  const pairs = rest
    .join('?')
    .split('&')
    .filter((pair) => pair !== '')
  const write = (name: string): readonly string[] => {
    const value = changes[name]
    return value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  }
  const sent = pairs.map(nameOf)
  const kept = pairs.flatMap((pair) => (Object.hasOwn(changes, nameOf(pair)) ? write(nameOf(pair)) : [pair]))
  const added = Object.keys(changes).flatMap((name) => (sent.includes(name) ? [] : write(name)))
  const query = [...kept, ...added].join('&')
  return query === '' ? path : `${path}?${query}`
}

const nameOf = (pair: string): string => decode(pair.split('=')[0] ?? '')

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Sets of links for a header, largest first, because a document may allow only some. */
const linkSets: readonly (readonly Relation[])[] = [
  ['first', 'prev', 'next', 'last'],
  ['prev', 'next'],
  ['next', 'prev'],
  ['next'],
]

/** The value of a `Link` header (RFC 8288, 3) with as many links as its schema allows. Undefined if there is no page to link to. */
export function writeLinkHeader(
  turns: Turns,
  toUrl: (target: string) => string,
  accepts: (value: string) => boolean,
): string | undefined {
  const written = linkSets.map((relations) =>
    relations.flatMap((relation) => {
      const turn = turns[relation]
      return turn?.target === undefined ? [] : [`<${toUrl(turn.target)}>; rel="${relation}"`]
    }),
  )
  return written
    .filter((links) => links.length > 0)
    .map((links) => links.join(', '))
    .find(accepts)
}
