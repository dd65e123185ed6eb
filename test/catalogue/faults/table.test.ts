import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../load-catalogue.ts'
import { breakText, isFault } from './fault.ts'
import { findTests } from './find-tests.ts'
import { loadTable } from './load-table.ts'

const root = join(import.meta.dirname, '../../..')
const tables = await loadTable()
const entries = [...tables.values()].flat()

describe('the table of faults', () => {
  it('has every row of the rule catalogue once', () => {
    const rows = loadCatalogue().flatMap(({ rules }) => rules.map(({ id }) => id))
    expect(entries.map(({ rule }) => rule).toSorted()).toStrictEqual(rows.toSorted())
  })

  it('keeps each row in the file of its section', () => {
    const misplaced = [...tables].flatMap(([name, table]) =>
      table.map(({ rule }) => rule).filter((rule) => !name.startsWith(prefixOf(rule))),
    )
    expect(misplaced).toStrictEqual([])
  })

  it('breaks one place of each source', () => {
    const unbreakable = entries.filter(isFault).flatMap((fault) => {
      try {
        const text = readFileSync(join(root, fault.file), 'utf8')
        return breakText(text, fault) === text ? [`${fault.rule}: the text stays as it was`] : []
      } catch (error) {
        return [`${fault.rule}: ${String(error)}`]
      }
    })
    expect(unbreakable).toStrictEqual([])
  })

  it('names the reason of each row without a fault', () => {
    const reasons = entries.flatMap((entry) => (isFault(entry) ? [] : [entry.reason]))
    expect(reasons.filter((reason) => !/^[A-Z].{20,200}\.$/.test(reason))).toStrictEqual([])
  })

  it('finds tests for every row', () => {
    const tests = findTests(root)
    expect(entries.map(({ rule }) => rule).filter((rule) => !tests.has(rule))).toStrictEqual([])
  })
})

/** `4.4-` of `4.4-01`, and `decision-2-` of `D2-01`: how the names of files begin. */
function prefixOf(rule: string): string {
  const [section = ''] = rule.split('-')
  return section.startsWith('D') ? `decision-${section.slice(1)}-` : `${section}-`
}
