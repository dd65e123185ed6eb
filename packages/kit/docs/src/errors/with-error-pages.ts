import type { ErrorPagesOptions } from '../options.ts'
import type { TryItOptions } from '../try-it-options.ts'
import { type ErrorCode, toErrorAddress } from './error-codes.ts'
import { keyOf } from './list-errors.ts'

/** Adds the site's information about errors to the options of a try-it page. Explicit options win. */
export function withErrorPages(
  options: TryItOptions,
  errors: ErrorPagesOptions | undefined,
  codes: readonly ErrorCode[],
): TryItOptions {
  if (errors === undefined) return options
  const all = codes.flatMap((entry) => entry.errors.map((error) => ({ entry, error })))
  const advice = all.flatMap(({ error }) =>
    error.action === '' ? [] : [[keyOf(error), error.action] as const],
  )
  return {
    errorCode: `$response.header.${errors.codeHeader}`,
    ...options,
    advice: { ...Object.fromEntries(advice), ...options.advice },
    errorPages: {
      ...Object.fromEntries(all.map(({ entry, error }) => [keyOf(error), toErrorAddress(entry, error)])),
      ...options.errorPages,
    },
  }
}
