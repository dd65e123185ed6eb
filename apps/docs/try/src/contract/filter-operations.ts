import type { Operation } from './operation.ts'

/** The operations of one tag. */
export interface OperationGroup {
  readonly tag: string
  readonly operations: readonly Operation[]
}

/** The operations that have every word of a text in their name, path, summary or description, by tag. */
export function filterOperations(operations: readonly Operation[], text: string): readonly OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/)
  const found = operations.filter(({ id, method, path, tag, summary, description }) => {
    const all = [id, method, path, tag, summary, description].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
  return Array.from(
    Map.groupBy(found, ({ tag }) => tag),
    ([tag, ofTag]) => ({ tag, operations: ofTag }),
  )
}
