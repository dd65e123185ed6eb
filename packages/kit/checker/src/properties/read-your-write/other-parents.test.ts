import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { INTEGER, loadPaths, makes, objectOf, puts, reads, TEXT } from '@contract-kit/openapi/testing'
import { rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { createFakeApi, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'
import { readYourWriteRule as rule, writtenUnderOther } from './oracle.ts'

const RULES = objectOf({ speed: INTEGER }, 'speed')
const oneOf = (...names: string[]): JsonObject => ({ type: 'string', enum: names })
const at = (path: string, schema: JsonObject): JsonObject => {
  const name = /\{(\w+)\}/.exec(path)?.[1] ?? ''
  const more = { parameters: [{ name, in: 'path', required: true, schema }] }
  return { [path]: { ...reads(RULES, more), ...puts(RULES, RULES, more) } }
}

/** Handlers that keep one object for each path. */
const keepRules = (path: string): FakeRoutes => {
  const kept = new Map<string, JsonObject>()
  return {
    [`GET ${path}`]: ({ path: values }) => ({
      status: 200,
      body: kept.get(JSON.stringify(values)) ?? { speed: 0 },
    }),
    [`PUT ${path}`]: ({ path: values, body }) => {
      kept.set(JSON.stringify(values), body)
      return { status: 200, body }
    },
  }
}

describe('planOtherParents', () => {
  it('writes the singletons of two listed parents, and reads the first one again', async () => {
    const path = '/zones/{zone}/rules'
    const document = await loadPaths(at(path, oneOf('a', 'b', 'c')))
    const api = createFakeApi(keepRules(path))
    const { log, exchanges, shown } = await runScenario(document, 'other-parent /zones/{}/rules', api)
    expect(log).toEqual([
      'GET /zones/a/rules 200',
      'PUT /zones/a/rules 200',
      'GET /zones/a/rules 200',
      'GET /zones/b/rules 200',
      'PUT /zones/b/rules 200',
      'GET /zones/b/rules 200',
      'GET /zones/a/rules 200',
    ])
    const [, write, before, , other, others, after] = exchanges
    expect(other?.case.values?.body).not.toEqual(write?.case.values?.body)
    expect(shown).toEqual([{ kind: writtenUnderOther.name, parts: { write, before, other, others, after } }])
  })

  it('creates two parents where an operation does that', async () => {
    const SHOP = objectOf({ id: INTEGER, name: TEXT })
    const path = '/shops/{shopId}/rules'
    const document = await loadPaths({
      '/shops': makes(objectOf({ name: TEXT }, 'name'), SHOP),
      '/shops/{shopId}': reads(SHOP),
      ...at(path, INTEGER),
    })
    const api = createFakeApi({ ...keepItems('/shops'), ...keepRules(path) })
    const { log } = await runScenario(document, 'other-parent /shops/{}/rules', api)
    expect(log.slice(0, 3)).toEqual(['POST /shops 201', 'POST /shops 201', 'GET /shops/1/rules 200'])
    expect(log.slice(-2)).toEqual(['GET /shops/2/rules 200', 'GET /shops/1/rules 200'])
  })

  it.each([
    ['the only parent', '/zones/{zone}/rules', oneOf('a')],
    ['a version', '/{version}/rules', oneOf('v1', 'v2')],
    ['a language', '/texts/{language}/rules', oneOf('de', 'en')],
    ['a parent that no operation gives', '/zones/{zone}/rules', TEXT],
  ])('is not planned below %s', async (_title, path, schema) => {
    const ids = scenarioIds(await loadPaths(at(path, schema)))
    expect(ids.filter((id) => id.startsWith('other-parent'))).toEqual([])
  })
})

const path = '/zones/{zone}/rules'
const zones = await rigOf({
  paths: {
    [path]: {
      parameters: [{ name: 'zone', in: 'path', required: true, schema: oneOf('a', 'b') }],
      ...reads(RULES, { operationId: 'read' }),
      ...puts(RULES, RULES, { operationId: 'write' }),
    },
  },
})
const put = (zone: string, speed: number) => ({
  operation: 'write',
  path: { zone },
  body: { speed },
  json: { speed },
})
const get = (zone: string, speed: number) => ({ operation: 'read', path: { zone }, json: { speed } })
const written = (before: number, others: number, after: number) => ({
  write: put('a', 1),
  before: get('a', before),
  other: put('b', 2),
  others: get('b', others),
  after: get('a', after),
})

describeRule(rule, writtenUnderOther, zones, [
  [
    'reports what another parent has',
    written(1, 2, 2),
    ['write', 'read'].map((operationId) => ({
      operationId,
      message: 'The 200 response of read shows what write wrote under another parent: speed.',
    })),
  ],
  ['accepts what stays', written(1, 2, 1), 0],
  ['accepts a value that neither has', written(1, 2, 3), 0],
  ['keeps silent about a value that was never kept', written(0, 2, 2), 0],
  ['keeps silent where both have the same', written(1, 1, 1), 0],
])
