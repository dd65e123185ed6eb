import { describe, expect, it } from 'vitest'
import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { failedChangeSideEffects } from '../failed-change-side-effects/oracle.ts'
import { stageOf } from '../../compare/states.ts'
import { jobNeverEnds } from './oracle.ts'

const STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'checked_in', 'restarting']
const JOB = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: STATES },
    note: { type: 'string' },
    isArchived: { type: 'boolean' },
    fileCount: { type: 'integer' },
  },
}
const parameters = [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }]
const action = (operationId: string) => ({
  parameters,
  post: {
    operationId,
    requestBody: jsonBody({ type: 'object' }),
    responses: { 200: jsonResponse(JOB), 202: jsonResponse(JOB), 409: { description: 'no' } },
  },
})
const rig = await rigOf({
  paths: {
    '/jobs': {
      post: { operationId: 'start', requestBody: jsonBody(JOB), responses: { 201: jsonResponse(JOB) } },
    },
    '/jobs/{jobId}': { parameters, get: { operationId: 'look', responses: { 200: jsonResponse(JOB) } } },
    '/jobs/{jobId}/archive': action('archive'),
    '/jobs/{jobId}/files': action('addFile'),
  },
})

const create = {
  operation: 'start',
  step: 'create',
  body: { note: 'a' },
  status: 201,
  json: { id: 'j1', note: 'a' },
}
const look = (shown: object): Draft => ({
  operation: 'look',
  step: 'read-state',
  path: { jobId: 'j1' },
  status: 200,
  json: { id: 'j1', ...shown },
})
const act = (status: number, shown?: object, operation = 'archive'): Draft => ({
  operation,
  step: 'act',
  path: { jobId: 'j1' },
  body: {},
  status,
  ...(shown === undefined ? {} : { json: { id: 'j1', ...shown } }),
})
const [queued, running, done, cancelled] = ['queued', 'running', 'done', 'cancelled'].map((status) => ({
  status,
})) as [object, object, object, object]

describe('stageOf', () => {
  it.each([
    ['queued', 'working'],
    ['inProgress', 'working'],
    ['CANCELED', 'canceled'],
    ['cancelled', 'canceled'],
    ['lost', undefined],
  ])('takes %s for %s', (status, stage) => {
    expect(stageOf(rig(look({ status })))).toBe(stage)
  })
})

const seen = (title: string, drafts: readonly Draft[], told: Row[2]): Row => [
  title,
  [create, ...drafts],
  told,
]
const fallsBack = [{ operationId: 'look' }]

describeCheck(jobNeverEnds, rig, [
  seen('reports a done job that runs', [look(done), look(running)], fallsBack),
  seen('reports a canceled job that is done', [look(cancelled), look(done)], fallsBack),
  seen('takes a job that goes on', [look(queued), look(running)], 0),
  seen('takes a job that stays', [look(done), look(done)], 0),
  seen('takes a job that is tried again', [look({ status: 'failed' }), look(queued)], 0),
  seen('takes a job that fails in the end', [look(done), look({ status: 'failed' })], 0),
  seen(
    'takes what somebody asked for',
    [look(cancelled), act(202, queued), look(cancelled), look(queued)],
    0,
  ),
  seen('claims nothing of another job', [look(done), look({ id: 'j2', ...running })], 0),
  seen('claims nothing of an unknown word', [look(done), look({ status: 'restarting' })], 0),
])

const as = (shown: object) => look({ note: 'a', isArchived: false, fileCount: 0, ...shown })
const twice = [as(done), as(done)]
const refused = (what: string, operation: string, shown: object) =>
  seen(
    `reports a refused action that changes ${what}`,
    [...twice, act(409, undefined, operation), as(shown)],
    [{ operationId: operation }],
  )

describeCheck(failedChangeSideEffects, rig, [
  refused('what was set at the creation', 'archive', { ...done, note: 'b' }),
  refused('what the action is called after', 'archive', { ...done, isArchived: true }),
  refused('the number of what is added', 'addFile', { ...done, fileCount: 1 }),
  refused('a state that was over', 'archive', cancelled),
  seen('takes what moved before', [as({ note: 'b' }), as({}), act(409), as({ note: 'b' })], 0),
  seen('takes what was seen once', [as({}), act(409), as({ note: 'b' })], 0),
  seen('takes what runs on by itself', [as(running), as(running), act(409), as(done)], 0),
  seen('takes what has another name', [...twice, act(409), as({ ...done, fileCount: 1 })], 0),
  seen(
    'takes what may follow from an accepted action',
    [act(202), ...twice, act(409), as({ ...done, isArchived: true })],
    0,
  ),
])
