import { describe, expect, it } from 'vitest'
import { type Draft, rigOf } from '../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../test/one-operation.ts'
import { findRevived, findUndone, stageOf } from './states.ts'

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'checked_in', 'restarting']
const JOB = {
  type: 'object',
  properties: { id: { type: 'string' }, status: { type: 'string', enum: STATES } },
}
const parameters = [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }]
const responses = { 200: jsonResponse(JOB), 202: jsonResponse(JOB), 409: jsonResponse(JOB) }
const rig = await rigOf({
  paths: {
    '/jobs/{jobId}': { parameters, get: { operationId: 'look', responses } },
    '/jobs/{jobId}/cancel': {
      parameters,
      post: { operationId: 'cancel', requestBody: jsonBody({ type: 'object' }), responses },
    },
  },
})
const job = (status: string, more: Draft = {}) =>
  rig({ operation: 'look', path: { jobId: 'j1' }, json: { id: 'j1', status }, ...more })

const act = (status: string, more: Draft = {}) => job(status, { operation: 'cancel', body: {}, ...more })

describe('stageOf', () => {
  it.each([
    ['queued', 'working'],
    ['inProgress', 'working'],
    ['CANCELED', 'canceled'],
    ['cancelled', 'canceled'],
    ['lost', undefined],
  ])('reads %s as %s', (status, stage) => {
    expect(stageOf(job(status))).toBe(stage)
  })
})

describe('findUndone', () => {
  it.each([
    [
      'names the state that an action reported and a read does not show',
      'running',
      act('cancelled'),
      'running',
      'status',
    ],
    ['names it where the job is done instead', 'running', act('cancelled'), 'done', 'status'],
    ['names it where the job falls back', 'queued', act('checked_in'), 'queued', 'status'],
    ['accepts a state that passes', 'running', act('restarting'), 'running', undefined],
    ['accepts a response that promises', 'running', act('cancelled', { status: 202 }), 'running', undefined],
    ['accepts a rejection', 'running', act('cancelled', { status: 409 }), 'running', undefined],
    [
      'accepts a response about something else',
      'running',
      act('cancelled', { json: { id: 'm1', status: 'cancelled' } }),
      'running',
      undefined,
    ],
    ['accepts the state that was reported', 'running', act('cancelled'), 'cancelled', undefined],
  ] as const)('%s', (_title, before, acted, after, undone) => {
    expect(findUndone(job(before), acted, job(after))).toBe(undone)
  })

  it('needs no read before the action to see that a final state is gone', () => {
    expect(findUndone(undefined, act('cancelled'), job('running'))).toBe('status')
    expect(findUndone(undefined, act('checked_in'), job('queued'))).toBeUndefined()
  })
})

describe('findRevived', () => {
  const [queued, done] = [job('queued'), job('done')]
  it.each([
    ['names a final state that goes on', [], done, job('running'), 'status'],
    ['names one that is back where it was', [job('restarting')], done, job('restarting'), 'status'],
    ['accepts an unknown state that was not there before', [queued], done, job('restarting'), undefined],
    ['accepts a state that was not final', [queued], job('running'), queued, undefined],
    ['accepts a final state that stays', [queued], done, done, undefined],
  ] as const)('%s', (_title, earlier, before, after, name) => {
    expect(findRevived(earlier, before, after)?.name).toBe(name)
  })

  it('knows a thing by the id of the object around it', async () => {
    const text = { type: 'string' }
    const attributes = {
      type: 'object',
      properties: { note: text, status: { type: 'string', enum: STATES } },
    }
    const data = { type: 'object', properties: { type: text, id: text, attributes } }
    const schema = { type: 'object', properties: { data } }
    const wrapped = await rigOf({
      paths: {
        '/jobs/{jobId}': {
          parameters,
          get: { operationId: 'look', responses: { 200: jsonResponse(schema) } },
        },
      },
    })
    const look = (id: string, status: string) =>
      wrapped({
        operation: 'look',
        path: { jobId: 'j1' },
        json: { data: { type: 'jobs', id, attributes: { note: 'a', status } } },
      })
    expect(findRevived([], look('j1', 'done'), look('j1', 'running'))?.name).toBe('status')
    expect(findRevived([], look('j1', 'done'), look('j2', 'running'))).toBeUndefined()
  })
})
