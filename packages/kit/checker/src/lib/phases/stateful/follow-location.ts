import { matchPath } from '../../resources/match-path.ts'
import type { ApiOperation } from '../../document/api-document.ts'
import type { Exchange } from '../../run/exchange.ts'
import { isDone, type Walk } from './walk.ts'

/** Asks for the address that an answer gives, as it gives it; nothing is sent where it gives none, or one of another server. */
export const followLocation = async (walk: Walk, exchange: Exchange): Promise<void> => {
  const { operation } = exchange.case
  const reference = exchange.answer.header('location') ?? exchange.answer.header('content-location')
  if (reference === undefined || operation === undefined || !isDone(exchange)) return
  const target = walk.port.toTarget(reference, exchange)
  if (target === undefined) return
  const reader = findReader(walk.port.document.operations, target)
  if (reader === undefined) {
    await walk.follow('follow-location', target, operation)
    return
  }
  const drawn = walk.draw(reader)
  const values = { ...drawn, path: matchPath(reader.path, target) ?? drawn.path }
  await walk.send('follow-location', reader, { values, requestTarget: target })
}

/** The GET whose path a target fills from beginning to end; one with more fixed text goes before one with less. */
const findReader = (operations: readonly ApiOperation[], target: string): ApiOperation | undefined => {
  const length = lengthOf(target.replace(/[?#].*$/s, ''))
  const matching = operations.filter(
    ({ method, path }) =>
      method === 'GET' && lengthOf(path) === length && matchPath(path, target) !== undefined,
  )
  return matching.toSorted((left, right) => parametersIn(left.path) - parametersIn(right.path))[0]
}

const lengthOf = (path: string): number => path.split('/').filter((part) => part !== '').length

const parametersIn = (path: string): number => path.split('{').length
