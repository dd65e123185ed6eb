import * as fc from 'fast-check'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { anyExchange } from '../../test/any-exchange.ts'
import { lastOf } from '../../test/pet-shop.ts'
import type { Check } from '../core/check.ts'
import { propertyChecks, propertyRules } from '../properties/all-properties.ts'
import { runOnlyRules } from '../runner/run-checks.ts'
import { allChecks } from './all-checks.ts'

const here = new URL('.', import.meta.url)
const root = new URL('../../', here)
const read = (path: string, base = here): string => readFileSync(new URL(path, base), 'utf8')

const sources = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!test)\.ts$/.test(name),
)
const defined = sources.flatMap((name) =>
  [...read(name).matchAll(/defineCheck\(\{\s*id: '([^']+)'/g)].map(([, id = '']) => id),
)
/** The page of each rule by its id: of a property beside its rules, of others in `docs/checks`. */
const pages = new Map(
  globSync('{docs/checks,src/properties/*}/*.md', { cwd: fileURLToPath(root) })
    .filter((path) => !path.endsWith('README.md'))
    .map((path) => [basename(path, '.md'), path]),
)

type Rule = Pick<Check, 'id' | 'title' | 'severity'>
const rules: readonly Rule[] = [...allChecks, ...propertyRules, ...runOnlyRules]
const ofResponse = allChecks.filter(({ needs }) => needs !== 'sequence')
const ofSequence = [...allChecks.filter(({ needs }) => needs === 'sequence'), ...propertyRules]

/** The rows of the tables of rules of a page, below one of its headings. */
const rowsOf = (page: string, heading: string): readonly string[] =>
  (read(page, root).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.replaceAll(/ +/g, ' '))
const rowOf = ({ id, title, severity }: Rule, page: string): string =>
  `| [${id}](${relative(dirname(page), pages.get(id) ?? id)}) | ${title} | ${severity} |`

/** The missing and superfluous parts of a page, as instructions. */
const faultsOf = (page: string, heading: string, some: readonly Rule[]): readonly string[] => {
  const wanted = some.map((rule) => rowOf(rule, page))
  const found = rowsOf(page, heading)
  return [
    ...wanted.filter((row) => !found.includes(row)).map((row) => `Add to "${heading}" of ${page}: ${row}`),
    ...found
      .filter((row) => !wanted.includes(row))
      .map((row) => `Remove from "${heading}" of ${page}: ${row}`),
  ]
}

describe('allChecks', () => {
  it('holds every check that a file of this folder defines', () => {
    const ids: readonly string[] = allChecks.map(({ id }) => id)
    const missing = defined.filter((id) => !ids.includes(id))
    expect(missing.map((id) => `Add the check ${id} to the list in src/checks/all-checks.ts.`)).toEqual([])
  })

  it('names each check and each rule of a run once, with its own title', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    expect(new Set(rules.map(({ title }) => title)).size).toBe(rules.length)
  })

  it.each(rules)('has a page for $id, headed by its title', ({ id, title, severity }) => {
    const page = pages.get(id)
    expect(page, `Write ${id}.md in docs/checks, or beside its property`).toBeDefined()
    expect(read(page ?? '', root), `Fix the heading of ${page}`).toMatch(
      `# ${title}\n\n\`${id}\` · severity ${severity}\n`,
    )
  })

  it('has no page without a rule', () => {
    const left = [...pages.keys()].filter((name) => !rules.some(({ id }) => name === id))
    expect(left.map((name) => `Remove ${pages.get(name)}.`)).toEqual([])
  })

  it('is listed in the tables of docs/checks/README.md', () => {
    const page = 'docs/checks/README.md'
    expect([
      ...faultsOf(page, 'On every response', ofResponse),
      ...faultsOf(page, 'On sequences of requests', ofSequence),
      ...faultsOf(page, 'On the document and the run as a whole', runOnlyRules),
    ]).toEqual([])
  })

  it('for any responses in any order, no check throws', () => {
    fc.assert(
      fc.property(fc.array(anyExchange, { minLength: 1, maxLength: 5 }), (all) => {
        const last = lastOf(...all)
        const findings = [...allChecks, ...propertyChecks].flatMap((check) => check.verify(last))
        expect(findings.every(({ key, message }) => key !== '' && message.endsWith('.'))).toBe(true)
      }),
      { seed: 20_240_101, numRuns: 100 },
    )
  })
})
