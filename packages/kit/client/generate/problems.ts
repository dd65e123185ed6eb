/** A reason why something cannot be generated. The caller adds the name of the operation. */
export class Problem extends Error {}

/** The document cannot be expressed as a client. The message lists every problem, one per line. */
export class GenerateError extends Error {
  override readonly name = 'GenerateError'
  readonly problems: readonly string[]
  /** The first problem of each operation that has one, by the operation's title: `GET /pets/{id} (showPet)`. */
  readonly operations: ReadonlyMap<string, string>

  constructor(problems: readonly string[], operations: ReadonlyMap<string, string> = new Map()) {
    super(problems.join('\n'))
    this.problems = problems
    this.operations = operations
  }
}

/** Collects problems, so that one run reports all of them. */
export class Problems {
  readonly list: string[] = []
  readonly #operations = new Map<string, string>()

  /** Runs a step and records its problem under the given title. */
  attempt<Result>(title: string, step: () => Result): Result | undefined {
    return this.#attempt(step, (reason) => void this.list.push(`${title}: ${reason}`))
  }

  /** Runs a step for a single operation, and records its problem under the title of the operation. */
  attemptOperation<Result>(title: string, step: () => Result): Result | undefined {
    return this.#attempt(step, (reason) => this.addOperation(title, reason))
  }

  /** Records a problem of one operation. */
  addOperation(title: string, reason: string): void {
    this.list.push(`${title}: ${reason}`)
    if (!this.#operations.has(title)) this.#operations.set(title, reason)
  }

  throwIfAny(): void {
    if (this.list.length > 0) throw new GenerateError([...new Set(this.list)], this.#operations)
  }

  #attempt<Result>(step: () => Result, record: (reason: string) => void): Result | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      record(error.message)
      return undefined
    }
  }
}
