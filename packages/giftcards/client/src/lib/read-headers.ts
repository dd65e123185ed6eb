import { answerHeaders } from '../generated/answer-headers.ts'

/**
 * The headers of an answer that the contract declares, by lower-case name, each text passed through `mask`; integers as
 * numbers, and left out where they are none.
 */
export function readHeaders(
  headers: Headers,
  mask = (value: string): string => value,
): Readonly<Record<string, string | number>> {
  const found: Record<string, string | number> = {}
  for (const name in answerHeaders) {
    const value = headers.get(name)
    const isInteger = answerHeaders[name]
    if (value !== null && !(isInteger && Number.isNaN(+value))) {
      found[name] = isInteger ? +value : mask(value)
    }
  }
  return found
}
