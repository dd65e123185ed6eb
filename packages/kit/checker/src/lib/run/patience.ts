import type { ApiOperation } from '../document/api-document.ts'

/** Requests running that an operation may leave unanswered before it is not asked any more: each costs all the time allowed. */
const UNANSWERED = 5

/** Knows which operations never answer in time, so that a run does not spend its time waiting for them. */
export class Patience {
  readonly #unanswered = new Map<ApiOperation | undefined, number>()

  /** Takes note of an answer in time, or of none; undefined stands for all that is not declared. */
  note(operation: ApiOperation | undefined, isAnswered: boolean): void {
    this.#unanswered.set(operation, isAnswered ? 0 : (this.#unanswered.get(operation) ?? 0) + 1)
  }

  /** Whether to wait for an answer is no longer worth the while; once lost, it does not come back. */
  isLostWith(operation: ApiOperation | undefined): boolean {
    return (this.#unanswered.get(operation) ?? 0) >= UNANSWERED
  }

  /** The declared operations that are not asked any more. */
  get givenUp(): readonly ApiOperation[] {
    return [...this.#unanswered.keys()].flatMap((operation) =>
      operation !== undefined && this.isLostWith(operation) ? [operation] : [],
    )
  }
}
