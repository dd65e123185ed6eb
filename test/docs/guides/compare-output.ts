import type { CodeBlock } from './read-code-blocks.ts'
import { withoutTokens } from './without-tokens.ts'

/** Stands in a guide for what differs from run to run. */
const anything = '…'

/**
 * How an output differs from what a guide says it is, in a sentence; `undefined` when it does not. `output` is compared
 * as text, line by line; `response` as JSON, member by member; `excerpt` may leave members out.
 */
export function compareOutput(expected: CodeBlock, actual: string): string | undefined {
  if (expected.use === 'output') {
    return toPattern(expected.code).test(actual.trim())
      ? undefined
      : `line ${expected.line} says\n${expected.code}\nand the output is\n${withoutTokens(actual.trim())}`
  }
  const difference = findDifference(JSON.parse(expected.code), JSON.parse(actual), {
    path: '',
    isExcerpt: expected.use === 'excerpt',
  })
  return difference === undefined
    ? undefined
    : `line ${expected.line}: ${difference}; the response is ${actual}`
}

function toPattern(text: string): RegExp {
  const lines = text.split('\n').map((line) => line.split(anything).map(escapePattern).join('.*'))
  return new RegExp(`^${lines.join('\n')}$`)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

interface Place {
  readonly path: string
  readonly isExcerpt: boolean
}

function findDifference(expected: unknown, actual: unknown, place: Place): string | undefined {
  const { path, isExcerpt } = place
  if (typeof expected === 'string' && typeof actual === 'string') {
    return toPattern(expected).test(actual) ? undefined : `${path} is ${actual}, not ${expected}`
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      return `${path} has ${actual.length} entries, not ${expected.length}`
    return firstDefined(
      expected.map((value, index) =>
        findDifference(value, actual[index], { path: `${path}[${index}]`, isExcerpt }),
      ),
    )
  }
  if (isObject(expected) && isObject(actual)) {
    const extra = isExcerpt ? undefined : Object.keys(actual).find((key) => !(key in expected))
    if (extra !== undefined) return `${path}.${extra} is not in the guide`
    return firstDefined(
      Object.entries(expected).map(([key, value]) =>
        findDifference(value, actual[key], { path: `${path}.${key}`, isExcerpt }),
      ),
    )
  }
  return Object.is(expected, actual)
    ? undefined
    : `${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstDefined<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined)
}
