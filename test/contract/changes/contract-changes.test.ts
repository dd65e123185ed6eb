import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareDocuments, judgeVersion } from '@contract-kit/tools/changes'
import { describe, expect, it } from 'vitest'
import {
  type Edit,
  breaking,
  compatible,
  objectAt,
  respelled,
  wording,
  type JsonObject,
} from './contract-edits.fixture.ts'

const file = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.json'))

/** The contract with an added default. The contract has no defaults of its own. */
const base = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
objectAt(base, 'components', 'parameters', 'checkout', 'schema')['default'] = 'condensed'

const policies = { access: { extension: 'x-access', levels: ['none', 'session', 'customer'] } }

function changesAfter(edits: readonly Edit[2][]) {
  const revision = structuredClone(base)
  for (const edit of edits) edit(revision)
  return compareDocuments(base, revision, policies)
}

describe('changes of the contract', () => {
  const broken = changesAfter(breaking.map(([, , edit]) => edit))
  const kept = changesAfter([...[...compatible, ...wording].map(([, , edit]) => edit), ...respelled])

  it.each(breaking)('have the rule %s, %s', (rule, place) => {
    const change = broken.find((one) => one.rule === rule && one.place === place)
    expect(change?.impact).toBe('major')
    expect(judgeVersion('semver', '1.0.0', '1.9.0', change ? [change] : [])).toHaveLength(1)
    expect(judgeVersion('semver', '1.0.0', '2.0.0', change ? [change] : [])).toStrictEqual([])
  })

  it.each(compatible)('break nobody: %s, %s', (rule, place) => {
    const change = kept.find((one) => one.rule === rule && one.place === place)
    expect(change?.impact).toBe('minor')
    expect(judgeVersion('semver', '1.0.0', '1.0.1', change ? [change] : [])).toHaveLength(1)
    expect(judgeVersion('semver', '1.0.0', '1.1.0', change ? [change] : [])).toStrictEqual([])
  })

  it.each(wording)('are words for readers: %s, %s', (rule, place) => {
    const change = kept.find((one) => one.rule === rule && one.place === place)
    expect(change?.impact).toBe('patch')
    expect(judgeVersion('semver', '1.0.0', '1.0.0', change ? [change] : [])).toStrictEqual([])
  })

  it('are these alone, whatever the spelling', () => {
    expect(broken.filter(({ impact }) => impact === 'major').length).toBe(breaking.length)
    expect(kept.length).toBe(compatible.length + wording.length)
  })

  it('are none between a contract and itself', () => {
    expect(compareDocuments(base, structuredClone(base))).toStrictEqual([])
  })
})
