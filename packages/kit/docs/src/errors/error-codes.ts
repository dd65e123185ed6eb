import type { DocumentedError } from './list-errors.ts'

/** The list of the codes. */
export const errorListPath = 'errors/index.html'

/** The folder of the pages. */
export const errorFolder = 'errors/'

/** A code with its statuses and the path of its page. */
export interface ErrorCode {
  readonly code: string
  /** `errors/out_of_stock.html`. */
  readonly path: string
  readonly errors: readonly DocumentedError[]
}

/** The codes in the order of their first errors, each with the path of its page. */
export function toErrorCodes(errors: readonly DocumentedError[]): readonly ErrorCode[] {
  const usedNames = new Set(['index'])
  return Array.from(
    Map.groupBy(errors, ({ code }) => code),
    ([code, same]) => {
      const name = code.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'error'
      let count = 1
      // Some file systems are case-insensitive.
      while (usedNames.has(toFileName(name, count).toLowerCase())) count += 1
      usedNames.add(toFileName(name, count).toLowerCase())
      return { code, path: `${errorFolder}${toFileName(name, count)}.html`, errors: same }
    },
  )
}

const toFileName = (name: string, count: number): string => (count === 1 ? name : `${name}-${count}`)

/** The address of an error: its page, and the section if the code has several statuses. */
export function toErrorAddress({ path, errors }: ErrorCode, { status }: DocumentedError): string {
  return errors.length === 1 ? path : `${path}#status-${status.toLowerCase()}`
}

/** The most related codes to list, since a status may have dozens of codes. */
const mostRelated = 12

/** The codes that share a message with this one, and the others that share a group and an operation. */
export function findRelated(
  { code, errors }: ErrorCode,
  codes: readonly ErrorCode[],
): { readonly sameMessage: readonly ErrorCode[]; readonly sameGroup: readonly ErrorCode[] } {
  const others = codes.filter((other) => other.code !== code)
  const messages = new Set(errors.flatMap((error) => error.messages))
  const groups = new Set(errors.map(({ group }) => group))
  const sameMessage = others.filter((other) =>
    other.errors.some((error) => error.messages.some((text) => messages.has(text))),
  )
  const sameGroup = others.filter(
    (other) => !sameMessage.includes(other) && other.errors.some(({ group }) => groups.has(group)),
  )
  return { sameMessage, sameGroup: sameGroup.slice(0, mostRelated) }
}
