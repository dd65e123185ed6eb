import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../decisions')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const decisions = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))

describe('the decisions', () => {
  it('are all in the list, by their titles', () => {
    const listed = Array.from(
      read('README.md').matchAll(/^\| \[\d{4}\]\(([^)]+)\) +\| (.*?) +\|$/gm),
      ([, name = '', title]) => `${name}: ${title}`,
    )
    const titles = decisions.map((name) => `${name}: ${/^# \d{4} (.*)/.exec(read(name))?.[1]}`)
    expect(listed.toSorted()).toStrictEqual(titles.toSorted())
  })

  it.each(decisions)('%s has its five parts, on one page of 60 lines', (name) => {
    const text = read(name)
    expect(text.split('\n').length).toBeLessThanOrEqual(60)
    const parts = Array.from(text.matchAll(/^\*\*(\w+)/gm), ([, part]) => part)
    expect(parts).toEqual(expect.arrayContaining(['Context', 'Decision', 'Consequences', 'Revisit']))
    expect(text).toMatch(/^\*\*Alternatives?\b/m)
  })
})
