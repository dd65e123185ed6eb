import * as fc from 'fast-check'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../test/create-exchange.ts'
import { lastOf, steps } from '../../test/pet-shop.ts'
import type { Json } from '../json-schema/base/json.ts'
import { allLaws } from '../runner/run-checks.ts'
import { allChecks } from './all-checks.ts'

const here = new URL('.', import.meta.url)
const docs = new URL('../../docs/checks/', import.meta.url)
const ids = allChecks.map(({ id }) => id)

describe('allChecks', () => {
  it('holds every check that a file of this folder defines', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const defined = files.flatMap((name) => {
      const source = readFileSync(new URL(name, here), 'utf8')
      return [...source.matchAll(/defineCheck\(\{\s*id: '([^']+)'/g)].map(([, id = '']) => id)
    })
    expect(ids.toSorted()).toEqual(defined.toSorted())
  })

  it('names each check once, with its own title', () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(allChecks.map(({ title }) => title)).size).toBe(ids.length)
  })

  it('has a page for each check, headed by its title', () => {
    const headings = ids.map((id) => {
      const page = new URL(`${id}.md`, docs)
      return existsSync(page) ? readFileSync(page, 'utf8').split('\n')[0] : `${id} has no page`
    })
    expect(headings).toEqual(allChecks.map(({ title }) => `# ${title}`))
  })

  it('has no page without a check', () => {
    const known = new Set([...ids, ...allLaws.map(({ id }) => id), 'README'])
    expect(readdirSync(docs).filter((name) => !known.has(name.replace('.md', '')))).toEqual([])
  })

  it('for any answers in any order, no check throws', () => {
    fc.assert(
      fc.property(fc.array(drafts, { minLength: 1, maxLength: 5 }), (all) => {
        const findings = allChecks.flatMap((check) => check.verify(lastOf(...all)))
        expect(findings.every(({ key, message }) => key !== '' && message.endsWith('.'))).toBe(true)
      }),
      { seed: 20_240_101, numRuns: 100 },
    )
  }, 30_000)
})

const names = [
  'create',
  'create-second',
  'read-created',
  'read-before-change',
  'change',
  'read-after-change',
  'put-again',
  'read-after-put-again',
  'failed-change',
  'read-after-failed-change',
  'failed-create',
  'list-before',
  'list-after-create',
  'list-after-failed-create',
  'delete',
  'read-after-delete',
  'list-after-delete',
  'page-1',
  'page-2',
  'list-all',
  'filter',
  'wrong-parent',
  'read-elsewhere',
  'list-missing',
  'create-after-delete',
  'condition-after',
  'follow-location',
  'read-listed',
]
const pet = fc.record(
  {
    id: fc.oneof(fc.constantFrom('p1', 'p2', null), fc.jsonValue()),
    name: fc.jsonValue(),
    tags: fc.jsonValue(),
    weight: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const answers = fc.oneof(
  pet,
  fc.jsonValue(),
  fc.record({ items: fc.oneof(fc.array(pet), fc.jsonValue()) }),
  fc.record({ data: pet }),
)

/** A step of any kind with a response of any kind. */
const drafts: fc.Arbitrary<ExchangeDraft> = fc
  .record({
    make: fc.constantFrom<((more: Partial<ExchangeDraft>) => ExchangeDraft)[]>(
      steps.create,
      steps.createSecond,
      (more) => steps.read('link', null, more),
      (more) => steps.put({ name: 'a' }, more),
      (more) => steps.patch({ nick: null }, more),
      steps.remove,
      (more) => steps.list('link', [], more),
    ),
    step: fc.constantFrom(...names),
    status: fc.constantFrom(200, 201, 202, 204, 400, 404, 410, 500),
    json: answers,
    body: fc.option(answers as fc.Arbitrary<Json>, { nil: undefined }),
  })
  .map(({ make, step, status, json, body }) =>
    make({ step, status, json, ...(body === undefined ? {} : { body }) }),
  )
