import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { planScenarios } from './plan.ts'
import { buildResourceGraph, orderOperations } from '@contract-kit/resources'
import { answers, jsonContent, loadPaths } from '@contract-kit/openapi/testing'

const words = (text: string) => fc.constantFrom(...text.split(' '))
const segment = words(
  'pets owners owner me createPet api v1 by-name {id} {petId} {ownerId} {name}.json list search',
)
const field = words('id petId owner_ids name data items parentId token x/y~z __proto__')
const query = words('limit offset cursor page id name ownerId')
const loop = { $ref: '#/components/schemas/Loop' }

const anySchema = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonObject>({}, { type: 'string' }, { type: 'integer', readOnly: true }, loop),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .dictionary(field, tie('schema'), { maxKeys: 4 })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 2) })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((branches) => ({ allOf: branches })),
  ),
})).schema

const anyOperation = fc
  .record({
    body: fc.option(anySchema, { nil: undefined }),
    answer: fc.option(anySchema, { nil: undefined }),
    queries: fc.uniqueArray(query, { maxLength: 3 }),
    status: words('200 201 204 default'),
  })
  .map(({ body, answer, queries, status }): JsonObject => {
    const schema = { type: 'string' }
    return {
      ...(body === undefined ? {} : { requestBody: jsonContent(body) }),
      parameters: queries.map((name) => ({ name, in: 'query', required: name === 'id', schema })),
      responses: answer === undefined ? { [status]: { description: 'x' } } : answers(status, answer),
    }
  })

const anyPaths = fc.dictionary(
  fc.uniqueArray(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  fc.dictionary(words('get put post patch delete'), anyOperation, { minKeys: 1 }),
  { minKeys: 1, maxKeys: 6 },
)

const load = (paths: JsonObject) =>
  loadPaths(paths, { Loop: { type: 'object', properties: { id: {}, loop }, required: ['loop'] } })

describe('buildResourceGraph', () => {
  it('for any document, keeps to its operations, puts parents first and plans the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyPaths, async (paths) => {
        const document = await load(paths)
        const { operations } = document
        const graph = buildResourceGraph(document)
        for (const operation of operations) {
          const producers = graph.bindings(operation).flatMap((binding) => binding.producers)
          const others = operations.filter((other) => other !== operation)
          expect(producers.filter((producer) => !others.includes(producer.operation))).toEqual([])
        }
        graph.resources.forEach(({ parent }, index) => {
          expect(parent === undefined || graph.resources.indexOf(parent) < index).toBe(true)
        })
        expect(new Set(graph.resources.map(({ key }) => key)).size).toBe(graph.resources.length)

        const ordered = orderOperations(graph, operations)
        expect(new Set(ordered)).toEqual(new Set(operations))
        expect(ordered).toHaveLength(operations.length)

        const planned = planScenarios(document, graph).map(({ id, title }) => [id, title])
        const again = await load(structuredClone(paths))
        const replanned = planScenarios(again, buildResourceGraph(again))
        expect(replanned.map(({ id, title }) => [id, title])).toEqual(planned)
        expect(new Set(planned.map(([id]) => id)).size).toBe(planned.length)
      }),
      { seed: 21, numRuns: 50 },
    )
  })
})
