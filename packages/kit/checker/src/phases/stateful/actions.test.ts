import { describe, expect, it } from 'vitest'
import type { Json } from '../../json-schema/base/json.ts'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { otherId } from './actions.ts'
import { createFakeApi, keepItems } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const JOB = {
  type: 'object',
  properties: { id: { type: 'integer' }, status: { type: 'string', enum: ['queued', 'done'] } },
}
const INPUT = { type: 'object', required: ['label'], properties: { label: { type: 'string' } } }

const load = (body?: Json) =>
  loadPaths({
    '/jobs': {
      post: {
        operationId: 'start',
        requestBody: { required: true, ...jsonContent(INPUT) },
        responses: answers('202', JOB),
      },
    },
    '/jobs/{id}': { get: { operationId: 'look', responses: answers('200', JOB) } },
    '/jobs/{id}/cancel': {
      post: {
        operationId: 'cancel',
        ...(body === undefined ? {} : { requestBody: { required: true, ...jsonContent(body) } }),
        responses: answers('200', JOB),
      },
    },
    '/jobs/{id}/log': { get: { operationId: 'log', responses: answers('200', INPUT) } },
  })

/** Jobs that are done at the third read; a done job cannot be canceled. */
const farm = () => {
  let looks = 0
  const show = () => ({ id: 1, status: looks > 2 ? 'done' : 'queued' })
  return createFakeApi({
    'POST /jobs': () => ({ status: 202, body: show() }),
    'GET /jobs/{id}': () => {
      looks += 1
      return { status: 200, body: show() }
    },
    'POST /jobs/{id}/cancel': () => ({ status: looks > 2 ? 409 : 200, body: show() }),
  })
}

describe('planActions', () => {
  it('looks at a job until it has ended, and tries what can no longer be done', async () => {
    const { log } = await runScenario(await load(), 'course /jobs/{}', farm())
    expect(log).toEqual([
      'create POST /jobs 202',
      'read-state GET /jobs/1 200',
      'read-state GET /jobs/1 200',
      'read-state GET /jobs/1 200',
      'read-state GET /jobs/1 200',
      'read-state GET /jobs/1 200',
      'act POST /jobs/1/cancel 409',
      'read-state GET /jobs/1 200',
    ])
  })

  it('does an action twice, with looks around it', async () => {
    const { log } = await runScenario(await load(), 'act cancel', farm())
    expect(log).toEqual([
      'create POST /jobs 202',
      'read-state GET /jobs/1 200',
      'act POST /jobs/1/cancel 200',
      'read-state GET /jobs/1 200',
      'read-state GET /jobs/1 200',
      'act POST /jobs/1/cancel 409',
      'read-state GET /jobs/1 200',
    ])
  })

  it('breaks the body of an action, after two looks', async () => {
    const farmOf = keepItems('/jobs')
    const { log } = await runScenario(
      await load(INPUT),
      'act cancel',
      createFakeApi({ ...farmOf, 'POST /jobs/{id}/cancel': () => ({ status: 400 }) }),
    )
    expect(log.slice(-5)).toEqual([
      'create POST /jobs 201',
      'read-state GET /jobs/2 200',
      'read-state GET /jobs/2 200',
      'act POST /jobs/2/cancel 400',
      'read-state GET /jobs/2 200',
    ])
  })

  it('begins a batch with an item that is right', async () => {
    const batch = {
      type: 'object',
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['jobId', 'rank'],
            properties: { jobId: { type: 'integer' }, rank: { type: 'integer' } },
          },
        },
      },
    }
    const document = await loadPaths({
      '/jobs': {
        post: {
          operationId: 'start',
          requestBody: { required: true, ...jsonContent(INPUT) },
          responses: answers('201', JOB),
        },
      },
      '/jobs/{jobId}': {
        get: { operationId: 'look', responses: answers('200', JOB) },
      },
      '/job-batches': {
        post: {
          operationId: 'rank',
          requestBody: { required: true, ...jsonContent(batch) },
          responses: answers('200', INPUT),
        },
      },
    })
    const api = createFakeApi({ ...keepItems('/jobs'), 'POST /job-batches': () => ({ status: 400 }) })
    const { exchanges } = await runScenario(document, 'act rank', api)
    const broken = exchanges.filter(({ case: { mode } }) => mode === 'negative')
    expect(broken).toHaveLength(1)
    expect(broken[0]?.case.values?.body?.value).toMatchObject({
      items: [{ jobId: 2, rank: expect.any(Number) as number }, {}],
    })
  })

  it('plans nothing for what only reads', async () => {
    expect(scenarioIds(await load()).filter((each) => each.startsWith('act '))).toEqual(['act cancel'])
  })
})

describe('otherId', () => {
  it.each([
    [7, 7_000_010],
    [9007199254740993n, 9007199261740996n],
    ['gst_01H8000006', 'gst_01H8999993'],
    ['70000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000999998'],
    ['oslo', 'oslo-9'],
  ])('makes another one of %s', (known, other) => {
    expect(otherId(known)).toEqual(other)
  })
})
