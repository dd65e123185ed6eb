import { describe, expect, it } from 'vitest'
import { compareContracts } from './compare-contracts.ts'
import { type Edit, breaking, compatible, respelled, wording } from './contract-edits.fixture.ts'
import { objectAt } from './edit-contract.fixture.ts'
import { judgeVersion } from './judge-version.ts'
import { readWorkingContract } from './read-working-contract.ts'

/** The contract with a default, which it has none of. */
const base = readWorkingContract()
objectAt(base, 'components', 'parameters', 'checkout', 'schema')['default'] = 'condensed'

function changesAfter(edits: readonly Edit[2][]) {
  const revision = structuredClone(base)
  for (const edit of edits) edit(revision)
  return compareContracts(base, revision)
}

describe('compareContracts', () => {
  const broken = changesAfter(breaking.map(([, , edit]) => edit))
  const kept = changesAfter([...[...compatible, ...wording].map(([, , edit]) => edit), ...respelled])

  it.each(breaking)('finds %s, %s', (rule, place) => {
    const change = broken.find((one) => one.rule === rule && one.place === place)
    expect(change?.impact).toBe('major')
    expect(judgeVersion('1.0.0', '1.9.0', change ? [change] : [])).toHaveLength(1)
    expect(judgeVersion('1.0.0', '2.0.0', change ? [change] : [])).toStrictEqual([])
  })

  it.each(compatible)('finds %s, %s', (rule, place) => {
    const change = kept.find((one) => one.rule === rule && one.place === place)
    expect(change?.impact).toBe('minor')
    expect(judgeVersion('1.0.0', '1.0.1', change ? [change] : [])).toHaveLength(1)
    expect(judgeVersion('1.0.0', '1.1.0', change ? [change] : [])).toStrictEqual([])
  })

  it.each(wording)('finds %s, %s', (rule, place) => {
    const change = kept.find((one) => one.rule === rule && one.place === place)
    expect(change?.impact).toBe('patch')
    expect(judgeVersion('1.0.0', '1.0.0', change ? [change] : [])).toStrictEqual([])
  })

  it('finds nothing else, whatever the spelling', () => {
    expect(broken.filter(({ impact }) => impact === 'major').length).toBe(breaking.length)
    expect(kept.length).toBe(compatible.length + wording.length)
  })

  it('finds nothing between a contract and itself', () => {
    expect(compareContracts(base, structuredClone(base))).toStrictEqual([])
  })
})
