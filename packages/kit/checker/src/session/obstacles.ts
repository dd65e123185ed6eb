import type { Obstacle, ObstacleKind } from '../core/check-result.ts'
import type { Exchange } from '../core/exchange.ts'

/** The share of hindered requests from which a run is incomplete. */
const TOO_MUCH = 0.25

/** The obstacle that kept a request from the API's own rules; undefined if there was none. */
export const obstacleOf = ({
  case: sent,
  response: { status },
  documented,
  verdict,
}: Exchange): ObstacleKind | undefined => {
  const { operation, auth, authScheme, mode } = sent
  if (operation === undefined || auth !== 'given' || authScheme !== undefined) return undefined
  if (status === 429) return 'rate limit'
  if (status === 401 || status === 403) return 'credentials'
  if (status >= 502 && status <= 504 && documented === undefined) return 'gateway'
  const isBound = operation.parameters.some((parameter) => parameter.in === 'path')
  return status === 404 && mode === 'positive' && isBound && verdict?.isInvalid !== true
    ? 'no data'
    : undefined
}

/** Counts the obstacles between the checker and the operations. */
export class ObstacleCount {
  readonly #seen = new Map<string, number>()
  readonly #hindered = new Map<ObstacleKind, Map<string, number>>()

  see(exchange: Exchange, kind: ObstacleKind | undefined): void {
    const { operation, auth } = exchange.case
    if (operation === undefined || auth !== 'given') return
    this.#seen.set(operation.id, (this.#seen.get(operation.id) ?? 0) + 1)
    if (kind === undefined) return
    const byOperation = this.#hindered.get(kind) ?? new Map<string, number>()
    this.#hindered.set(kind, byOperation)
    byOperation.set(operation.id, (byOperation.get(operation.id) ?? 0) + 1)
  }

  /** The obstacles that hindered a quarter of all requests, or nearly all requests to an operation. */
  report(): readonly Obstacle[] {
    const total = sumOf(this.#seen)
    return [...this.#hindered].flatMap(([kind, byOperation]) => {
      const requests = sumOf(byOperation)
      const operations = [...byOperation]
        .filter(([id, count]) => count > 0.9 * (this.#seen.get(id) ?? 0))
        .map(([id]) => id)
      const share = requests / total
      return share >= TOO_MUCH || operations.length > 0 ? [{ kind, share, requests, operations }] : []
    })
  }
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  counts.values().reduce((sum, count) => sum + count, 0)
