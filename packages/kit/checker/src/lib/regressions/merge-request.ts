import type { WireRequest } from '../wire/wire-request.ts'

/**
 * A request with new values and its old peculiarities: what was as the old values make it becomes as the new ones make it, what was
 * altered by hand stays.
 */
export const mergeRequest = (sent: WireRequest, before: WireRequest, after: WireRequest): WireRequest => ({
  method: sent.method,
  target: mergeTarget(sent.target, before.target, after.target),
  headers: sent.headers.map(([name, value]) => [
    name,
    value === headerOf(before, name) ? (headerOf(after, name) ?? value) : value,
  ]),
  body: isSame(sent.body, before.body) ? after.body : sent.body,
})

/** Path and query each for itself. */
const mergeTarget = (sent: string, before: string, after: string): string => {
  const [path, query] = split(sent)
  const [pathBefore, queryBefore] = split(before)
  const [pathAfter, queryAfter] = split(after)
  return (path === pathBefore ? pathAfter : path) + (query === queryBefore ? queryAfter : query)
}

const split = (target: string): readonly [string, string] => {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

const headerOf = ({ headers }: WireRequest, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1]

const isSame = (one: WireRequest['body'], other: WireRequest['body']): boolean =>
  typeof one === 'string' || typeof other === 'string' || one === undefined || other === undefined
    ? one === other
    : Buffer.compare(one, other) === 0
