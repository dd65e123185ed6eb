import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allChecks } from '../checks/all-checks.ts'
import { allLaws } from './run-checks.ts'

const page = (name: string): string =>
  readFileSync(new URL(`../../docs/checks/${name}.md`, import.meta.url), 'utf8')

describe('allLaws', () => {
  it('shares no id with a check', () => {
    const ids = [...allChecks, ...allLaws].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(allLaws)('has a page for $id, headed by its title', ({ id, title, severity }) => {
    expect(page(id)).toMatch(`# ${title}\n\n\`${id}\` · severity ${severity}\n`)
  })

  it.each([...allChecks, ...allLaws])(
    'is listed with $id in the table of the pages',
    ({ id, title, severity }) => {
      const row = page('README').split('\n').find((line) => line.includes(`(${id}.md)`)) // prettier-ignore
      expect(row?.split('|').map((cell) => cell.trim())).toStrictEqual([
        '',
        `[${id}](${id}.md)`,
        title,
        severity,
        '',
      ])
    },
  )
})
