import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { answers, jsonContent, loadPaths, objectOf } from '@contract-kit/openapi/testing'
import { buildResourceGraph } from './build-resource-graph.ts'

const TASK = { $ref: '#/components/schemas/Task' }
const TEXT = { type: 'string' }
const starts = (status: string, schema: JsonObject = TASK, rest: JsonObject = {}): JsonObject => ({
  '/pets/export': { post: { operationId: 'start', responses: answers(status, schema), ...rest } },
})

describe('an item that can only be read', () => {
  const creatorOf = async (paths: JsonObject) => {
    const task = { '/tasks/{taskId}': { get: { operationId: 'get', responses: answers('200', TASK) } } }
    const document = await loadPaths({ ...paths, ...task }, { Task: objectOf({ id: TEXT }) })
    const { resources } = buildResourceGraph(document)
    return resources.find(({ key }) => key === '/tasks/{}')?.create?.operation.id
  }

  it('is created by the POST that returns it later', async () => {
    expect(await creatorOf(starts('202'))).toBe('start')
  })

  it('is created by the POST that returns it with its URL', async () => {
    const headers = { Location: { schema: TEXT } }
    const created = { responses: { 201: { description: 'New', headers, ...jsonContent(TASK) } } }
    expect(await creatorOf(starts('201', TASK, created))).toBe('start')
  })

  it.each<[what: string, paths: JsonObject]>([
    ['a POST that returns another schema', starts('202', objectOf({ id: TEXT }))],
    ['a POST that begins nothing', starts('200')],
    ['a POST that creates something without a URL', starts('201')],
    [
      'a POST that takes its id',
      starts('202', TASK, { requestBody: jsonContent(objectOf({ taskId: TEXT })) }),
    ],
    [
      'an action on it',
      { '/tasks/{taskId}/cancel': { post: { operationId: 'cancel', responses: answers('202', TASK) } } },
    ],
    [
      'a POST elsewhere if there is a list of such items',
      { ...starts('202'), '/tasks': { get: { operationId: 'list' } } },
    ],
  ])('is not created by %s', async (_what, paths) => {
    expect(await creatorOf(paths)).toBeUndefined()
  })
})
