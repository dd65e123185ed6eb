import { exchangesOf, type Shown } from '../core/evidence.ts'
import type { Exchange } from '../core/exchange.ts'
import { isSafeMethod } from '@contract-kit/openapi/wire'
import { buildResourceGraph } from '@contract-kit/resources'
import { findListed } from '@contract-kit/resources/lists'
import { givenBy, namedIds, showSameId } from './given-values.ts'

/**
 * Removes history that the finding of an exchange does not need. Keeps the exchanges that the check compares, the changes that lead to that
 * state, and the requests that provide their ids, cursors or tags. `isShown` reports whether an exchange still shows the finding.
 */
export const shrinkHistory = (exchange: Exchange, isShown: (exchange: Exchange) => boolean): Exchange => {
  if (exchange.history.length === 0 || !isShown(exchange)) return exchange
  const compared = findCompared(exchange, isShown)
  return shrinkTo(exchange, compared, false)
}

/** Keeps the compared exchanges, the changes that lead to that state, and those that provide values. */
const shrinkTo = (exchange: Exchange, compared: ReadonlySet<Exchange>, isPaged: boolean): Exchange => {
  const kept = withGivers(exchange, new Set([...compared, ...changesOf(exchange, compared)]))
  const isOfLists = [exchange, ...compared].every(showsList)
  if (isOfLists || isPaged || ![exchange, ...kept].some(isChange))
    for (const cause of findCauses(exchange, kept)) kept.add(cause)
  return withHistory(exchange, withGivers(exchange, kept))
}

/** Removes history that evidence does not need. Of `earlier`, keeps only the exchanges required for the finding. */
export const shrinkShown = (
  exchange: Exchange,
  shown: Shown,
  isShown: (fewer: Shown) => boolean,
): { readonly exchange: Exchange; readonly shown: Shown } => {
  let parts = shown.parts
  for (const candidate of [parts['earlier'] ?? []].flat()) {
    const earlier = [parts['earlier'] ?? []].flat().filter((one) => one !== candidate)
    if (isShown({ ...shown, parts: { ...parts, earlier } })) parts = { ...parts, earlier }
  }
  const compared = new Set(exchangesOf({ ...shown, parts }))
  const isPaged = Object.entries(parts).some(
    ([name, part]) => name !== 'earlier' && Array.isArray(part) && part.length > 1,
  )
  const history = [...new Set([...compared, ...exchange.history])].filter((one) => one !== exchange)
  const whole = { ...exchange, history: inOrder(history, exchange) }
  return { exchange: shrinkTo(whole, compared, isPaged), shown: { ...shown, parts } }
}

/** In the order of the history; exchanges of other walks come first. */
const inOrder = (exchanges: readonly Exchange[], { history }: Exchange): readonly Exchange[] =>
  exchanges.toSorted((one, other) => history.indexOf(one) - history.indexOf(other))

/**
 * The exchanges that the check compares: those without which it finds nothing. Tries to remove the oldest first, because checks use the
 * nearest.
 */
const findCompared = (exchange: Exchange, isShown: (exchange: Exchange) => boolean): Set<Exchange> => {
  let compared = new Set(exchange.history)
  for (const earlier of exchange.history) {
    const fewer = new Set(compared)
    fewer.delete(earlier)
    if (isShown(withHistory(exchange, fewer))) compared = fewer
  }
  return compared
}

/** The exchange with only the kept history, also in the kept exchanges. */
const withHistory = (exchange: Exchange, kept: ReadonlySet<Exchange>): Exchange => {
  const copies = new Map<Exchange, Exchange>()
  const copy = (original: Exchange): Exchange => ({
    ...original,
    history: original.history.flatMap((earlier) => copies.get(earlier) ?? []),
  })
  for (const earlier of exchange.history) if (kept.has(earlier)) copies.set(earlier, copy(earlier))
  return copy(exchange)
}

/** The earlier creations whose values an exchange and its history need. */
export const pickGivers = (exchange: Exchange, made: readonly Exchange[]): readonly Exchange[] => {
  const whole = { ...exchange, history: [...made, ...exchange.history] }
  const kept = withGivers(whole, new Set(exchange.history))
  return made.filter((maker) => kept.has(maker))
}

/** Adds the exchanges that provide values to the kept requests. */
const withGivers = (exchange: Exchange, kept: ReadonlySet<Exchange>): Set<Exchange> => {
  const all = new Set(kept)
  for (const [index, step] of [...[...exchange.history, exchange].entries()].toReversed())
    if (step === exchange || all.has(step))
      for (const giver of givenBy(step, exchange.history.slice(0, index), all)) all.add(giver)
  return all
}

/** Whether a request changes something; a POST may only read. */
const isChange = (exchange: Exchange): boolean => {
  const { request, operation } = exchange.case
  if (isSafeMethod(request.method) || showsList(exchange)) return false
  const { resources } = buildResourceGraph(exchange.document)
  return operation === undefined || !resources.some(({ read }) => read?.operation === operation)
}

const showsList = ({ document, case: { operation } }: Exchange): boolean =>
  operation !== undefined && findListed(buildResourceGraph(document), operation) !== undefined

const isDone = ({ response: { status } }: Exchange): boolean => status < 400

/**
 * The last changes of the exchange's item and its ancestors, by URL. If the check compares with a change, that change is included already.
 * If it compares with a read, only later changes count.
 */
const changesOf = (exchange: Exchange, compared: ReadonlySet<Exchange>): readonly Exchange[] => {
  if ([...compared].some(isChange)) return []
  const start = Math.max(
    0,
    exchange.history.findIndex((earlier) => compared.has(earlier)),
  )
  const changes = exchange.history
    .slice(start)
    .filter((earlier) => isChange(earlier) && isDone(earlier) && concerns(earlier, exchange))
  return [...new Map(changes.map((change) => [addressOf(change), change])).values()]
}

/** Whether a change names only items that the exchange also names. A creation is identified by the id it returned. */
const concerns = (change: Exchange, exchange: Exchange): boolean => {
  if (isCreation(change)) return false
  const [changed, named] = [namedIds(change), namedIds(exchange)]
  return changed.length > 0 && changed.every((id) => named.includes(id))
}

const isCreation = ({ document, case: { operation, request } }: Exchange): boolean =>
  request.method === 'POST' &&
  buildResourceGraph(document).resources.some(
    ({ create }) => create !== undefined && create.operation === operation,
  )

const addressOf = ({ case: { request } }: Exchange): string => request.target.split('?')[0] ?? ''

/** For findings without changes or about lists: the creations of the shown items, else the last change. */
const findCauses = (exchange: Exchange, kept: ReadonlySet<Exchange>): readonly Exchange[] => {
  const changes = exchange.history.filter((earlier) => isChange(earlier) && isDone(earlier))
  const shown = [exchange, ...kept]
  const creations = changes.filter(
    (change) => change.case.request.method === 'POST' && shown.some((other) => showSameId(change, other)),
  )
  return creations.length > 0 ? creations : changes.slice(-1)
}
