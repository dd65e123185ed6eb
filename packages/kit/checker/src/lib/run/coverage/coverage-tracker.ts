import type { ApiOperation } from '../../document/api-document.ts'
import type { Exchange } from '../exchange.ts'
import type { Coverage, OperationCoverage, Share, SidedCoverage } from './coverage.ts'
import { OperationTracker } from './operation-tracker.ts'

/** Counts what of the document a run has seen; only of the operations that the run is to check. */
export class CoverageTracker {
  readonly #trackers = new Map<string, OperationTracker>()

  constructor(operations: readonly ApiOperation[]) {
    for (const operation of operations) this.#trackers.set(operation.id, new OperationTracker(operation))
  }

  see(exchange: Exchange): void {
    const { operation } = exchange.case
    if (operation !== undefined) this.#trackers.get(operation.id)?.see(exchange)
  }

  /** Whether an operation has ever been answered 2xx. */
  hasSucceeded(operation: ApiOperation): boolean {
    return this.#trackers.get(operation.id)?.answered2xx ?? false
  }

  report(): Coverage {
    const byOperation = [...this.#trackers.values()].map((tracker) => tracker.report())
    return {
      operations: share(
        byOperation.map((operation) =>
          Object.keys(operation.statuses).some((status) => status.startsWith('2')),
        ),
      ),
      responses: share(
        byOperation.flatMap((operation) =>
          operation.documented.map((key) => !operation.unseen.includes(key)),
        ),
      ),
      parameters: share(byOperation.flatMap((operation) => operation.parameters.map(isTriedOnBothSides))),
      keywords: share(distinct(byOperation).map(isTriedOnBothSides)),
      examples: share(byOperation.flatMap((operation) => operation.examples.map((example) => example.sent))),
      byOperation,
    }
  }
}

const isTriedOnBothSides = ({ valid, invalid }: SidedCoverage): boolean => valid > 0 && invalid > 0

/** A keyword of a shared schema is one keyword, whichever operation tried it. */
const distinct = (operations: readonly OperationCoverage[]): SidedCoverage[] => {
  const all = new Map<string, SidedCoverage>()
  for (const keyword of operations.flatMap((operation) => operation.keywords)) {
    const before = all.get(keyword.pointer)
    all.set(keyword.pointer, {
      ...keyword,
      valid: keyword.valid + (before?.valid ?? 0),
      invalid: keyword.invalid + (before?.invalid ?? 0),
    })
  }
  return [...all.values()]
}

const share = (reached: readonly boolean[]): Share => {
  const count = reached.filter(Boolean).length
  return { reached: count, total: reached.length, share: reached.length === 0 ? 1 : count / reached.length }
}
