import type { Json } from '@contract-kit/json-schema/json'
import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule, type EvidenceRow } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { changeRejected, endedItemUsed } from '../../scenarios/evidence.ts'
import { failedChangeSideEffectsRule } from '../failed-change-side-effects/oracle.ts'
import { itemReadAgain, jobNeverEndsRule } from './oracle.ts'

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
    '/jobs/{jobId}': {
      parameters,
      get: { operationId: 'look', responses: { 200: jsonResponse(JOB) } },
      patch: { operationId: 'edit', requestBody: jsonBody(JOB), responses: { 200: jsonResponse(JOB) } },
    },
    '/jobs/{jobId}/requeue': action('requeue'),
    '/jobs/{jobId}/archive': action('archive'),
    '/jobs/{jobId}/files': action('addFile'),
  },
})

const created = { operation: 'start', body: { note: 'a' }, status: 201, json: { id: 'j1', note: 'a' } }
const look = (shown: object, more: Draft = {}): Draft => ({
  operation: 'look',
  path: { jobId: 'j1' },
  json: { id: 'j1', ...shown },
  ...more,
})
const [queued, running, done, failed, cancelled] = STATES.map((status) => ({ status })) as object[] as [
  object,
  object,
  object,
  object,
  object,
]
const twice = (before: object, after: object, more: Draft = {}) => ({
  before: look(before),
  after: look(after, more),
})

describeRule(jobNeverEndsRule, itemReadAgain, rig, [
  [
    'reports a done job that runs',
    twice(done, running),
    'The 200 response of look shows status "running" after "done".',
  ],
  ['reports a canceled job that is done', twice(cancelled, done), [{ operationId: 'look' }]],
  ['accepts a job that goes on', twice(queued, running), 0],
  ['accepts a job that stays', twice(done, done), 0],
  ['accepts a job that is tried again', twice(failed, queued), 0],
  ['accepts a job that fails in the end', twice(done, failed), 0],
  ['keeps silent about another job', twice(done, { id: 'j2', ...running }), 0],
  ['keeps silent about an unknown word', twice(done, { status: 'restarting' }), 0],
  ['keeps silent about a cached response', twice(done, running, { headers: { age: '60' } }), 0],
])

/** A use of a done job that is read as another before and after it. */
const used = (operation: string, after: object, body: Json = {}, more: Draft = {}) => ({
  earlier: [look(queued)],
  before: look({ note: 'a', ...done }),
  use: { operation, path: { jobId: 'j1' }, body, status: 200, json: { id: 'j1' }, ...more },
  after: look({ note: 'a', ...after }),
})

describeRule(jobNeverEndsRule, endedItemUsed, rig, [
  [
    'reports a change of nothing that brings a job back',
    used('edit', running, { note: 'a' }),
    'The 200 response of edit brings status from "done" to "running".',
  ],
  ['accepts a change that asks for it', used('edit', running, { status: 'running' }), 0],
  ['accepts a change that the server may act on', used('edit', running, { note: 'b' }), 0],
  ['accepts a change after which the job is done', used('edit', done, { note: 'a' }), 0],
  ['keeps silent about an action, which asks for it', used('requeue', queued), 0],
])

const as = (shown: object) => look({ note: 'a', isArchived: false, fileCount: 0, ...shown })
/** A rejected action on a job that two reads before it show alike. */
const rejected = (shown: object, operation = 'archive', before: object = done) => ({
  created,
  once: as(before),
  before: as(before),
  rejected: { operation, path: { jobId: 'j1' }, body: {}, status: 409 },
  after: as(shown),
})
const reports = (
  what: string,
  operation: string,
  shown: object,
): EvidenceRow<ReturnType<typeof changeRejected.read> & object> => [
  `reports a rejected action that changes ${what}`,
  rejected(shown, operation),
  [{ operationId: operation }],
]

describeRule(failedChangeSideEffectsRule, changeRejected, rig, [
  reports('what was set at the creation', 'archive', { ...done, note: 'b' }),
  reports('what the action is called after', 'archive', { ...done, isArchived: true }),
  reports('the number of what is added', 'addFile', { ...done, fileCount: 1 }),
  reports('a state that was over', 'archive', cancelled),
  ['accepts what moved before', { ...rejected({ note: 'b' }, 'archive', {}), once: as({ note: 'b' }) }, 0],
  [
    'keeps silent about what was seen once',
    { ...rejected({ note: 'b' }, 'archive', {}), once: undefined },
    0,
  ],
  ['keeps silent without the creation', { ...rejected({ ...done, note: 'b' }), created: undefined }, 0],
  ['accepts what runs on by itself', rejected(done, 'archive', running), 0],
  ['accepts what has another name', rejected({ ...done, fileCount: 1 }), 0],
])
