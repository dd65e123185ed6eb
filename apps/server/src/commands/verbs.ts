import process from 'node:process'
import { type Command, Option } from '@commander-js/extra-typings'
import { asOperator, dryRun, type OperatorOutcome, type Store } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { openServiceClock, type ServiceClock } from '../clock.ts'
import { readDatabaseUrl } from '../config.ts'
import { createProgram, printResult, readDatabaseToWrite, UsageError } from './program.ts'
import { matching } from './values.ts'

/** The context of a verb. Its changes in the store are recorded under the operator's name. */
export interface VerbContext {
  readonly store: Store
  readonly clock: ServiceClock
}

/** The result of a verb: a sentence for people, and data for programs. */
export interface VerbResult {
  readonly isDone: boolean
  readonly text: string
  readonly data: unknown
}

type Work = (context: VerbContext) => Promise<VerbResult>

/** A script with verbs, such as `npm run admin -- app add corner-shop`. */
export interface VerbProgram {
  /** Its command line, to which verbs are added. */
  readonly program: Command
  /** Runs a verb that changes data: under the operator's name, and rolled back in a dry run. */
  readonly change: (work: Work) => Promise<void>
  /** Runs a verb that only reads. */
  readonly read: (work: Work) => Promise<void>
  /** Help text with an example. */
  readonly example: (line: string) => string
}

/** Creates a script with verbs; `example` is a verb with its arguments. */
export function createVerbProgram(name: string, about: string, example: string): VerbProgram {
  const program = createProgram(name, about, ` -- ${example}`)
    .configureHelp({ showGlobalOptions: true })
    .addOption(
      new Option('--operator <name>', 'your name, for the audit log')
        .env('USER')
        .argParser(matching(/^[\w.@+-]{1,64}$/, '1 to 64 letters, digits, or any of . _ @ + -')),
    )
    .option('--dry-run', 'show the changes without making them')
    .option('--json', `print the result as JSON; with npm run -s ${name} -- …, nothing else`)
  const print = ({ isDone, text, data }: VerbResult, isDryRun: boolean): void => {
    if (program.opts().json === true)
      printResult(JSON.stringify(isDryRun ? { dryRun: true, result: data } : data), isDone)
    else printResult(isDryRun && isDone ? `Nothing was changed. It would be:\n${text}` : text, isDone)
  }
  return {
    program,
    async change(work) {
      const { operator, dryRun: isDryRun = false } = program.opts()
      if (operator === undefined) throw new UsageError('Give your name with --operator, for the audit log')
      await withStore(readDatabaseToWrite(), async (opened) => {
        const named = asOperator(opened, operator)
        const store = isDryRun ? dryRun(named) : named
        print(await work({ store, clock: await openServiceClock(store) }), isDryRun)
      })
    },
    read: (work) =>
      withStore(readDatabaseUrl(process.env), async (store) =>
        print(await work({ store, clock: await openServiceClock(store) }), false),
      ),
    example: (line) => `\nExample: npm run ${name} -- ${line}`,
  }
}

async function withStore(databaseUrl: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(databaseUrl, { mode: 'any' })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

/** The result of a refusal, or of a lookup without a match. */
export const refusal = (reason: string): VerbResult => ({
  isDone: false,
  text: reason,
  data: { refused: reason },
})

/** Converts the outcome of an operator's use case. `toData` leaves out secrets. */
export const report = <Value>(
  outcome: OperatorOutcome<Value>,
  describe: (value: Value) => string,
  toData: (value: Value) => unknown = (value) => value,
): VerbResult =>
  outcome.kind === 'refused'
    ? refusal(outcome.reason)
    : { isDone: true, text: describe(outcome.value), data: toData(outcome.value) }

/** A list: a line for each item, or a sentence if there is none. */
export const listResult = <Item>(
  items: readonly Item[],
  describe: (item: Item) => string,
  none: string,
): VerbResult => ({
  isDone: true,
  text: items.length === 0 ? none : items.map(describe).join('\n'),
  data: items,
})
