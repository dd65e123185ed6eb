import type { Store } from '@giftcards/marketplace'
import type { ServiceClock } from '../../clock.ts'

/** An option of a verb, as help shows it. */
export interface VerbOption {
  /** How help names its value; `null`: it is a flag, which takes none. */
  readonly value: string | null
  readonly about: string
  readonly isRequired?: boolean
}

/** The input of a verb, read and checked against its options. */
export interface Given {
  readonly arguments: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  readonly flags: ReadonlySet<string>
}

/** The context of a verb. Its changes in the store are recorded under the operator's name. */
export interface VerbContext {
  readonly store: Store
  readonly clock: ServiceClock
  /** Prompts for a password on the terminal, or reads it from standard input. */
  readonly readPassword: (whose: string) => Promise<string>
}

/** The result of a verb: the sentence for a person, and the data for a program. */
export interface VerbResult {
  readonly isDone: boolean
  readonly text: string
  readonly data: unknown
}

/** One verb of `npm run admin` or `npm run jobs`. */
export interface Verb {
  /** For example `app add`. */
  readonly name: string
  /** Names of what is given without an option, such as `<id>`, or `[state]` where it may be left out. */
  readonly arguments: readonly string[]
  readonly options: Readonly<Record<string, VerbOption>>
  readonly about: string
  /** The arguments after `npm run admin -- ` or `npm run jobs -- `. */
  readonly example: string
  /** Whether it only reads, so that it needs no operator and no dry run. */
  readonly isRead?: boolean
  /** Reads what was given, before any database is opened, and returns the work to do. Throws `UsageError`. */
  readonly prepare: (given: Given) => (context: VerbContext) => Promise<VerbResult>
}

/** A result that was refused, or found nothing. */
export const refusal = (reason: string): VerbResult => ({
  isDone: false,
  text: reason,
  data: { refused: reason },
})

/** A list: a line for each item, or a sentence if there is none. */
export function listResult<Item>(
  items: readonly Item[],
  describe: (item: Item) => string,
  none: string,
): VerbResult {
  return { isDone: true, text: items.length === 0 ? none : items.map(describe).join('\n'), data: items }
}
