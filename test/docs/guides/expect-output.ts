import { expect } from 'vitest'
import type { CodeBlock } from './guides.ts'

/** The placeholder in a guide for text that differs between runs. */
const anything = '…'

/**
 * Compares output with the output that a guide documents, if any. Compares `output` as text, line by line, and `response` as
 * JSON, member by member. An `excerpt` may omit members.
 */
export function expectOutput(expected: CodeBlock | undefined, actual = ''): void {
  if (expected === undefined) return
  const { line, use, code } = expected
  const printed: unknown = use === 'output' ? actual.trim() : JSON.parse(actual)
  const said: unknown =
    use === 'output' ? expect.stringMatching(toPattern(code)) : toMatcher(JSON.parse(code), use === 'excerpt')
  expect({ line, printed }).toStrictEqual({ line, printed: said })
}

function toPattern(text: string): RegExp {
  const lines = text.split('\n').map((line) => line.split(anything).map(escapePattern).join('.*'))
  return new RegExp(`^${lines.join('\n')}$`)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

function toMatcher(expected: unknown, isExcerpt: boolean): unknown {
  if (typeof expected === 'string')
    return expected.includes(anything) ? expect.stringMatching(toPattern(expected)) : expected
  if (Array.isArray(expected)) return expected.map((value) => toMatcher(value, isExcerpt))
  if (typeof expected !== 'object' || expected === null) return expected
  const members = Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, toMatcher(value, isExcerpt)]),
  )
  return isExcerpt ? expect.objectContaining(members) : members
}
