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

/** Characters of the shorter text; the longer one is twice as long. */
const usualLength = 40

/** By how much the steps grow where a text grows twofold: 2 is linear, 4 quadratic, more is worse. */
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

/** Where an expression is applied to the contract alone, or made from it, when the server starts. */
const ofTheContract = [
  'packages/kit/express/src/document.ts',
  'packages/kit/express/src/write-schemas.ts',
  'packages/kit/openapi/src/wire/match-path.ts',
]

/** Where expressions are made from the patterns of the contract, which are linear, and applied to what a client sends. */
const ofItsPatterns = ['apps/server/src/sandbox/request-log/shapes.ts']

/** Where an expression is applied to a setting alone. */
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
    // Shorter texts: here nothing worse than quadratic is looked for, in ten times as many expressions.
    expect(tooFast(found, 4.5, 20)).toStrictEqual([])
  })
})
