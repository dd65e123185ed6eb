import type { ErrorNotes } from '@contract-kit/docs'
import { errorAdvice, errorGroups } from './error-advice.ts'

/** Errors of unknown paths and methods, which no operation can declare. */
const withoutOperation: ReadonlySet<string> = new Set(['404 not_found', '405 method_not_allowed'])

/**
 * The cause of each error, from the table in the contract's description, and its advice. Throws if an error of the table has no advice.
 */
export function toErrorNotes(description: string): Readonly<Record<string, ErrorNotes>> {
  const rows = new Map(readErrorTable(description).map((row) => [row.key, row]))
  const missing = [...rows.keys()].filter((key) => errorAdvice[key] === undefined)
  if (missing.length > 0) throw new Error(`No advice for ${missing.join(', ')}`)
  return Object.fromEntries(
    Object.entries(errorAdvice).map(([key, { group, advice }]) => {
      const row = rows.get(key)
      return [
        key,
        {
          action: advice,
          group: errorGroups[group],
          ...(row?.isAlone === true ? { cause: `${row.cause}.` } : {}),
          ...(row !== undefined && withoutOperation.has(key) ? { message: row.message } : {}),
        },
      ]
    }),
  )
}

/** An error in the table of the contract. */
export interface ErrorRow {
  /** Status and code. */
  readonly key: string
  readonly message: string
  readonly cause: string
  /** Whether the row has only this code. */
  readonly isAlone: boolean
}

/** Reads the table of errors in the contract's description: one entry for each status and code. */
export function readErrorTable(description: string): readonly ErrorRow[] {
  const lines = [...description.matchAll(/^\| (\d{3}) \| (`.+`) \| (.+) \| (.+) \|$/gm)]
  return lines.flatMap(([, status = '', codes = '', message = '', cause = '']) => {
    const names = codes.split(', ').map((code) => code.replaceAll('`', ''))
    return names.map((name) => ({ key: `${status} ${name}`, message, cause, isAlone: names.length === 1 }))
  })
}
