import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { buildResourceGraph } from '@contract-kit/resources'
import { createRig } from '../../test/create-exchange.ts'
import { PathValues } from './path-values.ts'

const responses = { 200: { description: 'ok' } }
const listBoards = { get: { operationId: 'listBoards', responses } }
const rigOf = (parameter: object) => {
  const tenant = { name: 'workspaceId', in: 'path', required: true, ...parameter }
  return createRig({
    paths: {
      '/workspaces/{workspaceId}/boards': { parameters: [tenant], ...listBoards },
      '/workspaces/{workspaceId}/cards': {
        parameters: [{ ...tenant, example: undefined }],
        get: { operationId: 'listCards', responses },
      },
    },
  })
}
const string = { type: 'string' }
const documented = { schema: string, examples: { one: { value: 'w1' }, two: { value: 'w2' } } }

/** The value for the cards after some requests for boards, each with its value and status. */
const valueAfter = async (
  parameter: object,
  ...requests: readonly (readonly [value: Json, status: number])[]
) => {
  const rig = await rigOf(parameter)
  const exchanges = requests.map(([workspaceId, status]) =>
    rig({ operation: 'listBoards', path: { workspaceId }, status }),
  )
  const { document } =
    exchanges[0] ?? rig({ operation: 'listBoards', path: { workspaceId: 'x' }, status: 500 })
  const graph = buildResourceGraph(document)
  const values = new PathValues(document, graph)
  for (const exchange of exchanges) values.see(exchange)
  const cards = document.operations.find(({ id }) => id === 'listCards')
  const [binding] = cards === undefined ? [] : graph.bindings(cards)
  if (binding === undefined) throw new Error('The cards have no workspace.')
  return values.find(binding)
}

describe('PathValues', () => {
  it('leaves the name of a thing to the client that creates it', async () => {
    const name = { name: 'label', in: 'path', required: true, schema: string, example: 'printer' }
    const label = { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } }
    const put = {
      operationId: 'putLabel',
      requestBody: { content: label.content },
      responses: { 201: label },
    }
    const rig = await createRig({
      paths: {
        '/labels/{label}': {
          parameters: [name],
          put,
          get: { operationId: 'getLabel', responses: { 200: label } },
        },
      },
    })
    const { document } = rig({ operation: 'getLabel', path: { label: 'x' }, status: 404 })
    const graph = buildResourceGraph(document)
    const bindings = document.operations.flatMap((operation) => graph.bindings(operation))
    expect(bindings.map((binding) => new PathValues(document, graph).find(binding))).toEqual([
      undefined,
      undefined,
    ])
  })

  it.each<[string, object, readonly (readonly [Json, number])[], Json | undefined]>([
    ['the first example', documented, [], 'w1'],
    ['the next example after 404', documented, [['w1', 404]], 'w2'],
    [
      'the example that worked',
      documented,
      [
        ['w1', 404],
        ['w2', 200],
      ],
      'w2',
    ],
    ['the default of the schema', { schema: { ...string, default: 'main' } }, [], 'main'],
    ['the first choice', { schema: { enum: ['eu', 'us'] } }, [], 'eu'],
    [
      'the only choice that works',
      { schema: { enum: ['eu', 'us'] } },
      [
        ['eu', 404],
        ['us', 200],
      ],
      'us',
    ],
    [
      'nothing if several choices work',
      { schema: { enum: ['eu', 'us'] } },
      [
        ['eu', 200],
        ['us', 200],
      ],
      undefined,
    ],
    [
      'nothing if any value works',
      documented,
      [
        ['w1', 200],
        ['anything', 200],
      ],
      undefined,
    ],
    ['nothing if the document shows none', { schema: string }, [], undefined],
    ['no example that breaks the schema', { schema: { type: 'integer' }, example: 'w1' }, [], undefined],
  ])('gives %s', async (_title, parameter, requests, expected) => {
    expect(await valueAfter(parameter, ...requests)).toBe(expected)
  })
})
