import type { FullDocument } from './full-document.ts'

/**
 * How many answers' examples the document shows: every `x-request` under its paths, a shared response counted wherever
 * an operation refers to it. It knows nothing of operations and bodies, so that it finds what a listing of them forgets.
 */
export function countAnswers(document: FullDocument): number {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const { $ref } = value as { $ref?: string }
    const [, , kind = '', name = ''] = $ref?.split('/') ?? []
    if (kind === 'responses') return count(document.components[kind]?.[name])
    const own = Object.hasOwn(value, 'x-request') ? 1 : 0
    return Object.values(value).reduce<number>((total, inner) => total + count(inner), own)
  }
  return count(document.paths)
}
