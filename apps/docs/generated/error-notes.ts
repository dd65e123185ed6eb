import type { ErrorNotes } from '@contract-kit/docs'
import { errorAdvice, errorGroups } from './error-advice.ts'

/** Errors of addresses that no operation has, so that no operation can declare them. */
const withoutOperation: ReadonlySet<string> = new Set(['404 not_found', '405 method_not_allowed'])

/**
 * What the site says of each error beside its examples: the cause by the table in the contract's description, and the advice.
 * Throws where the table has an error without advice.
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
  /** The row is about this code alone. */
  readonly isAlone: boolean
}

/** The table of errors in the contract's description, one entry for each status and code. */
export function readErrorTable(description: string): readonly ErrorRow[] {
  const lines = [...description.matchAll(/^\| (\d{3}) \| (`.+`) \| (.+) \| (.+) \|$/gm)]
  return lines.flatMap(([, status = '', codes = '', message = '', cause = '']) => {
    const names = codes.split(', ').map((code) => code.replaceAll('`', ''))
    return names.map((name) => ({ key: `${status} ${name}`, message, cause, isAlone: names.length === 1 }))
  })
}
