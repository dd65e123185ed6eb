import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import type { Exchange } from '../../core/exchange.ts'
import { failedChangeSideEffects } from './failed-changes.ts'
import { jobNeverEnds, stageOf } from './states.ts'
import { readYourWrite } from './written-values.ts'

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
const rig = await createRig({
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
const look = (shown: object): ExchangeDraft => ({
  operation: 'look',
  step: 'read-state',
  path: { jobId: 'j1' },
  status: 200,
  json: { id: 'j1', ...shown },
})
const act = (status: number, shown?: object, operation = 'archive'): ExchangeDraft => ({
  operation,
  step: 'act',
  path: { jobId: 'j1' },
  body: {},
  status,
  ...(shown === undefined ? {} : { json: { id: 'j1', ...shown } }),
})
const last = (...drafts: readonly ExchangeDraft[]): Exchange =>
  [create, ...drafts].reduce<Exchange[]>(
    (history, draft) => [...history, rig({ ...draft, history: [...history] })],
    [],
  )[drafts.length] as Exchange
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
    expect(stageOf(last(look({ status })))).toBe(stage)
  })
})

describe('jobNeverEnds', () => {
  it.each([
    [done, running],
    [cancelled, done],
  ])('accuses the read that shows %j and then %j', (before, after) => {
    expect(jobNeverEnds.verify(last(look(before), look(after)))).toMatchObject([{ operationId: 'look' }])
  })

  it.each([
    ['it goes on', [look(queued), look(running)]],
    ['it stays', [look(done), look(done)]],
    ['it may be tried again', [look({ status: 'failed' }), look(queued)]],
    ['it fails in the end', [look(done), look({ status: 'failed' })]],
    ['somebody asked for it', [look(cancelled), act(202, queued), look(cancelled), look(queued)]],
    ['it is another job', [look(done), look({ id: 'j2', ...running })]],
    ['a word is not known', [look(done), look({ status: 'restarting' })]],
  ])('is content where %s', (_title, drafts) => {
    expect(jobNeverEnds.verify(last(...drafts))).toEqual([])
  })
})

describe('readYourWrite', () => {
  it.each([
    ['goes on', [look(running), act(200, cancelled), look(running)]],
    ['is done', [look(running), act(200, cancelled), look(done)]],
    ['falls back', [look(queued), act(200, { status: 'checked_in' }), look(queued)]],
  ])('accuses an action whose state is not there: the thing %s', (_title, drafts) => {
    const places = readYourWrite.verify(last(...drafts)).map(({ operationId }) => operationId)
    expect(places).toEqual(['archive', 'look'])
  })

  it.each([
    ['a state that passes', [look(running), act(200, { status: 'restarting' }), look(running)]],
    ['an answer that promises', [look(running), act(202, cancelled), look(running)]],
    ['an answer about something else', [look(running), act(200, { id: 'm1', ...cancelled }), look(running)]],
    ['the state that was told', [look(running), act(200, cancelled), look(cancelled)]],
  ])('is content with %s', (_title, drafts) => {
    expect(readYourWrite.verify(last(...drafts))).toEqual([])
  })
})

const as = (shown: object) => look({ note: 'a', isArchived: false, fileCount: 0, ...shown })

describe('failedChangeSideEffects', () => {
  const twice = [as(done), as(done)]

  it.each([
    ['what was set at the creation', 'archive', { ...done, note: 'b' }],
    ['what the action is called after', 'archive', { ...done, isArchived: true }],
    ['the number of what is added', 'addFile', { ...done, fileCount: 1 }],
    ['a state that was over', 'archive', cancelled],
  ])('accuses a refused action that changes %s', (_title, operation, shown) => {
    expect(
      failedChangeSideEffects.verify(last(...twice, act(409, undefined, operation), as(shown))),
    ).toMatchObject([{ operationId: operation }])
  })

  it.each([
    ['moved before', [as({ note: 'b' }), as({}), act(409), as({ note: 'b' })]],
    ['was seen once', [as({}), act(409), as({ note: 'b' })]],
    ['runs on by itself', [as(running), as(running), act(409), as(done)]],
    ['has another name', [...twice, act(409), as({ ...done, fileCount: 1 })]],
    ['may follow from an accepted action', [act(202), ...twice, act(409), as({ ...done, isArchived: true })]],
  ])('is content where it %s', (_title, drafts) => {
    expect(failedChangeSideEffects.verify(last(...drafts))).toEqual([])
  })
})
