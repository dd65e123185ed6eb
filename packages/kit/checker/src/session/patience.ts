import type { ApiOperation } from '@contract-kit/openapi'

/** Number of consecutive timeouts after which an operation is no longer sent, because each takes the whole time limit. */
const UNANSWERED = 5

/** Tracks operations that never respond in time, so that a run does not keep waiting for them. */
export class Patience {
  readonly #unanswered = new Map<ApiOperation | undefined, number>()

  /** Records whether a response arrived in time. Undefined stands for everything undeclared. */
  note(operation: ApiOperation | undefined, isAnswered: boolean): void {
    this.#unanswered.set(operation, isAnswered ? 0 : (this.#unanswered.get(operation) ?? 0) + 1)
  }

  /** Whether an operation is no longer sent; this is permanent. */
  isLostWith(operation: ApiOperation | undefined): boolean {
    return (this.#unanswered.get(operation) ?? 0) >= UNANSWERED
  }

  /** The declared operations that are no longer sent. */
  get givenUp(): readonly ApiOperation[] {
    return [...this.#unanswered.keys()].flatMap((operation) =>
      operation !== undefined && this.isLostWith(operation) ? [operation] : [],
    )
  }
}
