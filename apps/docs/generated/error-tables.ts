import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'
import type { DocumentedError } from './documented-errors.ts'
import { errorAdvice, type ErrorGroup } from './error-advice.ts'

const groups: readonly ErrorGroup[] = [
  'identity',
  'session',
  'request',
  'cart',
  'coupon',
  'checkout',
  'wallet',
  'service',
]

/** What answers where no operation does, which the operations therefore cannot declare. */
const withoutOperation: readonly DocumentedError[] = [
  { status: 404, code: 'not_found', message: 'Not found', summary: 'No such path', operationIds: [] },
  {
    status: 405,
    code: 'method_not_allowed',
    message: 'Method not allowed',
    summary: 'The path does not have this method',
    operationIds: [],
  },
]

/** How many operations are named before a row says that it is about many. */
const mostNamed = 4

/**
 * The tables of the errors guide as Markdown, by `errors-<group>`. Throws when the contract documents an error without
 * advice, or advice is left over.
 */
export function toErrorTables(
  documented: readonly DocumentedError[],
): Readonly<Record<string, () => string>> {
  const errors = [...documented, ...withoutOperation]
  const missing = errors.filter((error) => errorAdvice[keyOf(error)] === undefined).map(keyOf)
  const left = Object.keys(errorAdvice).filter((key) => !errors.some((error) => keyOf(error) === key))
  if (missing.length > 0) throw new Error(`No advice for ${missing.join(', ')}`)
  if (left.length > 0) throw new Error(`The contract does not document ${left.join(', ')}`)
  return Object.fromEntries(groups.map((group) => [`errors-${group}`, () => toTable(errors, group)]))
}

/** Status and code together name an error. */
export function keyOf({ status, code }: Pick<DocumentedError, 'status' | 'code'>): string {
  return `${status} ${code}`
}

function toTable(errors: readonly DocumentedError[], group: ErrorGroup): string {
  const rows = errors.flatMap((error) => {
    const advice = errorAdvice[keyOf(error)]
    return advice?.group === group ? [toRow(error, advice.advice)] : []
  })
  return toMarkdownTable(['Status and code', 'Message', 'When', 'What to do'], rows)
}

function toRow({ status, code, message, summary, operationIds }: DocumentedError, advice: string): string[] {
  const shown = code === 'validation_error' ? '_one text for each problem_' : toMarkdownText(message)
  const when =
    code === 'validation_error' ? 'The body or a parameter breaks the schema' : toMarkdownText(summary)
  return [`${status} \`${code}\``, shown, when + toPlaces(operationIds), advice]
}

function toPlaces(operationIds: readonly string[]): string {
  if (operationIds.length === 0 || operationIds.length > mostNamed) return ''
  return `: ${operationIds.map((id) => `[\`${id}\`](../reference.html#operation/${id})`).join(', ')}`
}
