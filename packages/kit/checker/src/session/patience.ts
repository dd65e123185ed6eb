import type { ApiOperation } from '@contract-kit/openapi'

/** The number of requests in a row without a response, after which an operation is not sent any more: each costs the whole time limit. */
const UNANSWERED = 5

/** Knows which operations never respond in time, so that a run does not spend its time waiting for them. */
export class Patience {
  readonly #unanswered = new Map<ApiOperation | undefined, number>()

  /** Records whether a response came in time; undefined means everything that is not declared. */
  note(operation: ApiOperation | undefined, isAnswered: boolean): void {
    this.#unanswered.set(operation, isAnswered ? 0 : (this.#unanswered.get(operation) ?? 0) + 1)
  }

  /** Whether waiting for a response is no longer worthwhile; this never becomes false again. */
  isLostWith(operation: ApiOperation | undefined): boolean {
    return (this.#unanswered.get(operation) ?? 0) >= UNANSWERED
  }

  /** The declared operations that are not sent any more. */
  get givenUp(): readonly ApiOperation[] {
    return [...this.#unanswered.keys()].flatMap((operation) =>
      operation !== undefined && this.isLostWith(operation) ? [operation] : [],
    )
  }
}
