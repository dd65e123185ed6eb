import type { Session } from './session.ts'
import type { Statement } from './statement.ts'

/**
 * A session that is lent for one statement, which is a snapshot by itself: a second one would see another. What asks by it
 * is made once, as making it takes as long as the statement.
 */
export class OneQuestion implements Session {
  readonly writesAlone = false
  #lent: Session | undefined

  /** Runs `ask`, which has to ask before it waits for anything. */
  lend<T>(session: Session, ask: () => T): T {
    this.#lent = session
    try {
      return ask()
    } finally {
      this.#lent = undefined
    }
  }

  async first<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row | undefined> {
    return this.#take().first(statement, values)
  }

  async all<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<readonly Row[]> {
    return this.#take().all(statement, values)
  }

  async run<Values extends object>(
    statement: Statement<Values, unknown>,
    values: NoInfer<Values>,
  ): Promise<number> {
    return this.#take().run(statement, values)
  }

  takeTurns(): Promise<void> {
    return Promise.reject(new Error('A question takes no turn'))
  }

  #take(): Session {
    const session = this.#lent
    this.#lent = undefined
    if (session === undefined) throw new Error('One question was to be asked, at once')
    return session
  }
}
