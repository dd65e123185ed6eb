import { openapiDocument } from '@giftcards/contract'
import { sandboxDocument } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { attackTexts } from './attack-texts.ts'
import { createStepCounter } from './count-steps.ts'
import {
  findLiterals,
  findMadeExpressions,
  findPatterns,
  type FoundExpression,
} from './regular-expressions.ts'

/** The length of the shorter text, in characters. The longer one is twice as long. */
const usualLength = 40

/** Returns the growth of the steps for a text of twice the length: 2 is linear, 4 is quadratic, and more is worse. */
function growthOf({ expression }: FoundExpression, shorter = usualLength): number {
  const count = createStepCounter(expression)
  const texts = attackTexts(expression)
  const steps = (length: number): number => {
    let most = 0
    for (const text of texts) {
      most = Math.max(most, count(text(length)))
      if (most === Number.POSITIVE_INFINITY) break
    }
    return most
  }
  const short = steps(shorter)
  return short === Number.POSITIVE_INFINITY ? short : steps(2 * shorter) / Math.max(short, 1)
}

const tooFast = (
  found: readonly FoundExpression[],
  limit: number,
  shorter = usualLength,
): readonly string[] =>
  found
    .filter((one) => growthOf(one, shorter) > limit)
    .map(({ where, expression }) => `${where}: ${String(expression)}`)

describe('the growth of steps', () => {
  it.each([
    ['(a+)+$', 5, Number.POSITIVE_INFINITY],
    ['^(a|a)*$', 5, Number.POSITIVE_INFINITY],
    [String.raw`"(?:\\?.)*"`, 5, Number.POSITIVE_INFINITY],
    [String.raw`\s+$`, 3, 4.5],
    [String.raw`^[\w.]+@[\w.]+$`, 0, 2.5],
  ])('of %s is between %d and %d', (source, least, most) => {
    const growth = growthOf({ where: '', expression: new RegExp(source) })
    expect([growth >= least, growth <= most]).toStrictEqual([true, true])
  })
})

describe('a pattern of the contract', () => {
  it('takes time linear in the text', () => {
    const found = [...findPatterns('openapi', openapiDocument), ...findPatterns('sandbox', sandboxDocument)]
    expect(found.length).toBeGreaterThan(15)
    expect(tooFast(found, 2.5)).toStrictEqual([])
  })
})

/** Files whose expressions are applied only to the contract, or made from it, when the server starts. */
const ofTheContract = [
  'packages/kit/express/src/document.ts',
  'packages/kit/express/src/write-schemas.ts',
  'packages/kit/openapi/src/wire/match-path.ts',
]

/** Files that make expressions from the patterns of the contract, which are linear, and apply them to client input. */
const ofItsPatterns = ['apps/server/src/sandbox/request-log/shapes.ts']

/** Files whose expressions are applied only to a setting. */
const ofTheOperator = ['apps/server/src/observe/open-telemetry.ts']

describe('a regular expression of the service', () => {
  const folders = [
    'apps/server/src',
    'packages/kit/express/src',
    'packages/kit/openapi/src/wire',
    'packages/giftcards/marketplace/src',
    'packages/giftcards/storage/src',
    'packages/giftcards/contract/src',
  ]
  it('takes time linear in the text', () => {
    const trusted = [...ofTheContract, ...ofTheOperator]
    const found = folders.flatMap(findLiterals).filter(({ where }) => !trusted.includes(where))
    expect(found.length).toBeGreaterThan(15)
    expect(tooFast(found, 2.5)).toStrictEqual([])
  })

  it('is never made from what a client sends', () => {
    expect(folders.flatMap(findMadeExpressions).toSorted()).toStrictEqual([
      ...ofItsPatterns,
      ...ofTheContract,
    ])
  })
})

describe('a regular expression of the tools', () => {
  it('takes at most quadratic time', () => {
    const found = [
      'packages/giftcards/client/src',
      'packages/kit/client/generate',
      'packages/kit/client/src',
      'packages/kit/checker/src',
    ].flatMap(findLiterals)
    expect(found.length).toBeGreaterThan(50)
    // Uses shorter texts: this test looks only for growth worse than quadratic, in ten times as many expressions.
    expect(tooFast(found, 4.5, 20)).toStrictEqual([])
  })
})
