import { toOperationAddress } from '../home-page.ts'
import { toTwinPath } from '../site/layout.ts'
import { type ErrorCode, findRelated, toErrorAddress } from './error-codes.ts'
import { compareStatuses } from './list-errors.ts'
import type { ErrorRetry, Repeat } from './retry.ts'

/** The file with the errors for programs. */
export const errorIndexPath = 'errors.json'

/** The content of `errors.json`: an entry for each status and code. Addresses are relative to it, and texts are Markdown. */
export interface ErrorIndex {
  readonly errors: readonly {
    readonly code: string
    /** A number, or a range such as `4XX` or `default` if the document declares one. */
    readonly status: number | string
    readonly messages: readonly string[]
    readonly causes: readonly string[]
    /** Empty if the documentation has none. */
    readonly action: string
    readonly retry: ErrorRetry
    readonly operations: readonly { readonly id: string; readonly repeat: Repeat; readonly href: string }[]
    /** Codes with the same message, then other related codes. */
    readonly related: readonly string[]
    readonly href: string
    readonly markdown: string
  }[]
}

/** The errors for programs, by status. */
export function toErrorIndex(codes: readonly ErrorCode[]): ErrorIndex {
  const all = codes
    .flatMap((entry) => entry.errors.map((error) => ({ entry, error })))
    .toSorted((left, right) => compareStatuses(left.error.status, right.error.status))
  return {
    errors: all.map(({ entry, error }) => {
      const { sameMessage, sameGroup } = findRelated(entry, codes)
      return {
        code: error.code,
        status: Number(error.status) || error.status,
        messages: error.messages,
        causes: error.causes,
        action: error.action,
        retry: error.retry,
        operations: error.operations.map(({ page, operation, repeat }) => ({
          id: operation.id,
          repeat,
          href: toOperationAddress(page.path, operation),
        })),
        related: [...sameMessage, ...sameGroup].map(({ code }) => code),
        href: toErrorAddress(entry, error),
        markdown: toTwinPath(entry.path),
      }
    }),
  }
}
