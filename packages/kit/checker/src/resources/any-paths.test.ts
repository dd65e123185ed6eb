import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json-schema/base/json.ts'
import { planScenarios } from '../phases/stateful/plan-stateful.ts'
import { buildResourceGraph, orderOperations } from './build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from './testing/load-paths.ts'

const NAMES = ['pets', 'owners', 'owner', 'me', 'createPet', 'api', 'v1', 'by-name', '{id}', '{petId}', '{ownerId}', '{name}.json', 'list', 'search'] // prettier-ignore

const FIELD = fc.constantFrom(
  'id',
  'petId',
  'owner_ids',
  'name',
  'data',
  'items',
  'parentId',
  'token',
  'x/y~z',
  '__proto__',
)

const SCHEMA = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonObject>(
      {},
      { type: 'string' },
      { type: 'integer', readOnly: true },
      { $ref: '#/components/schemas/Loop' },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .dictionary(FIELD, tie('schema'), { maxKeys: 4 })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 2) })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((branches) => ({ allOf: branches })),
  ),
})).schema

const QUERY = fc.constantFrom('limit', 'offset', 'cursor', 'page', 'id', 'name', 'ownerId')

const OPERATION = fc
  .record({
    body: fc.option(SCHEMA, { nil: undefined }),
    answer: fc.option(SCHEMA, { nil: undefined }),
    queries: fc.uniqueArray(QUERY, { maxLength: 3 }),
    status: fc.constantFrom('200', '201', '204', 'default'),
  }) // prettier-ignore
  .map(({ body, answer, queries, status }): JsonObject => ({
    ...(body === undefined ? {} : { requestBody: jsonContent(body) }),
    parameters: queries.map((name) => ({
      name,
      in: 'query',
      required: name === 'id',
      schema: { type: 'string' },
    })),
    responses: answer === undefined ? { [status]: { description: 'x' } } : answers(status, answer),
  }))

const PATHS = fc.dictionary(
  fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  fc.dictionary(fc.constantFrom('get', 'put', 'post', 'patch', 'delete'), OPERATION, { minKeys: 1 }),
  { minKeys: 1, maxKeys: 6 },
)

const LOOP: JsonObject = {
  type: 'object',
  properties: { id: {}, loop: { $ref: '#/components/schemas/Loop' } },
  required: ['loop'],
}

const load = (paths: Record<string, Record<string, JsonObject>>) => loadPaths(paths, { Loop: LOOP })

describe('buildResourceGraph', () => {
  it('for any document, keeps to its operations and puts parents first', async () => {
    await fc.assert(
      fc.asyncProperty(PATHS, async (paths) => {
        const document = await load(paths)
        const graph = buildResourceGraph(document)
        for (const operation of document.operations) {
          for (const { producers } of graph.bindings(operation))
            expect(producers.every((producer) => document.operations.includes(producer.operation) && producer.operation !== operation)).toBe(true) // prettier-ignore
        }
        graph.resources.forEach(({ parent }, index) => {
          expect(parent === undefined || graph.resources.indexOf(parent) < index).toBe(true)
        })
        expect(new Set(graph.resources.map(({ key }) => key)).size).toBe(graph.resources.length)
      }),
      { seed: 21, numRuns: 60 },
    )
  })

  it('for any document, orders each operation once', async () => {
    await fc.assert(
      fc.asyncProperty(PATHS, async (paths) => {
        const document = await load(paths)
        const ordered = orderOperations(buildResourceGraph(document), document.operations)
        expect(new Set(ordered)).toEqual(new Set(document.operations))
        expect(ordered).toHaveLength(document.operations.length)
      }),
      { seed: 22, numRuns: 40 },
    )
  })

  it('for any document, plans the same scenarios twice', async () => {
    await fc.assert(
      fc.asyncProperty(PATHS, async (paths) => {
        const plan = async () => {
          const document = await load(paths)
          return planScenarios(document, buildResourceGraph(document)).map(({ id, title }) => [id, title])
        }
        const planned = await plan()
        expect(await plan()).toEqual(planned)
        expect(new Set(planned.map(([id]) => id)).size).toBe(planned.length)
      }),
      { seed: 23, numRuns: 40 },
    )
  })
})
