import * as fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { anyExchange } from '../../test/any-exchange.ts'
import type { Draft } from '../../test/describe-check.ts'
import { playDrafts } from '../../test/describe-property.ts'
import { shop } from '../../test/pet-shop.ts'
import { judgeShown } from '../core/evidence.ts'
import { propertyRules } from './all-properties.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Part = Draft | readonly Draft[] | undefined

/** Any exchanges for a part of evidence, by its type as the sources write it. */
const anyPart = (type: string): fc.Arbitrary<Part> => {
  const part: fc.Arbitrary<Part> = type.includes('[]') ? fc.array(anyExchange, { maxLength: 3 }) : anyExchange
  return type.includes('undefined') ? fc.option(part, { nil: undefined }) : part
}

/** The kinds of evidence that the sources define, each with any evidence of it. */
const kinds = globSync('src/{scenarios,properties/*}/*.ts', { cwd: root }).flatMap((path) =>
  Array.from(
    readFileSync(`${root}${path}`, 'utf8').matchAll(/defineEvidence<\{([^}]*)\}>\(\s*'([^']+)'/g),
    ([, parts = '', kind = '']) => ({
      kind,
      evidence: fc.record(
        Object.fromEntries(
          Array.from(parts.matchAll(/(\w+): ([^;\n]+)/g), ([, name = '', type = '']) => [
            name,
            anyPart(type),
          ]),
        ),
      ),
    }),
  ),
)

describe('the rules of all properties', () => {
  it.each(kinds)('throw at no evidence of the kind $kind', ({ kind, evidence }) => {
    fc.assert(
      fc.property(evidence, (drafts) => {
        const shown = { kind, parts: playDrafts(shop, drafts) }
        const findings = propertyRules.flatMap((rule) => judgeShown(rule, shown))
        expect(findings.every(({ key, message }) => key !== '' && message.endsWith('.'))).toBe(true)
      }),
      { seed: 20_240_101, numRuns: 25 },
    )
  })

  it('judge kinds of evidence with names of their own', () => {
    expect(kinds.length).toBeGreaterThan(40)
    expect(new Set(kinds.map(({ kind }) => kind)).size).toBe(kinds.length)
  })
})
