import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { INTEGER, lists, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { createFakeApi, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'
import { childUnderWrongParentRule as rule, readUnlisted } from './oracle.ts'

const NOTES = '/teams/{teamId}/notes'
const NOTE = objectOf({ id: INTEGER, text: TEXT })
const id = 'known-parent /teams/{}/notes/{}'

/** Notes of a team, and the teams that the document shows. */
const paths = (teams: JsonObject, more: JsonObject = {}): JsonObject => {
  const team = { parameters: [{ name: 'teamId', in: 'path', required: true, schema: teams }] }
  return {
    [NOTES]: { ...lists(NOTE, team), ...makes(objectOf({ text: TEXT }, 'text'), NOTE, team) },
    [`${NOTES}/{noteId}`]: reads(NOTE, team),
    ...more,
  }
}
const TWO = { type: 'string', enum: ['red', 'blue'] }

describe('planKnownParents', () => {
  const askIn = async (routes: FakeRoutes) => {
    const run = await runScenario(await loadPaths(paths(TWO)), id, createFakeApi(routes))
    return { ...run, steps: run.log.map((line) => line.replaceAll(/red|blue/g, 'team')) }
  }

  it('reads a child below another documented parent', async () => {
    const { exchanges, shown, steps } = await askIn(keepItems(NOTES))
    expect(steps).toEqual([
      'POST /teams/team/notes 201',
      'GET /teams/team/notes 200',
      'GET /teams/team/notes 200',
      'GET /teams/team/notes/1 404',
    ])
    const [create, list, others, read] = exchanges
    expect(others?.case.request.target).not.toBe(list?.case.request.target)
    expect(shown.at(-1)).toEqual({ kind: readUnlisted.name, parts: { create, list, others, read } })
  })

  it('stops where the other parent is closed to it', async () => {
    let count = 0
    const { steps } = await askIn({
      ...keepItems(NOTES),
      [`GET ${NOTES}`]: () => ((count += 1) === 1 ? { status: 200, body: [{ id: 1 }] } : { status: 403 }),
    })
    expect(steps.at(-1)).toBe('GET /teams/team/notes 403')
  })

  it.each([
    ['one parent', paths({ type: 'string', enum: ['red'] })],
    ['no parent', paths(TEXT)],
    [
      'parents that an operation creates',
      paths(TWO, { '/teams': makes(NOTE, objectOf({ id: TEXT })), '/teams/{teamId}': reads(NOTE) }),
    ],
  ])('is not planned where the document shows %s', async (_title, shown) => {
    expect(scenarioIds(await loadPaths(shown))).not.toContain(id)
  })
})

const team = { name: 'teamId', in: 'path', required: true, schema: TWO } as const
const rig = await rigOf({
  paths: {
    [NOTES]: {
      parameters: [team],
      ...lists(NOTE, { operationId: 'list' }),
      ...makes(NOTE, NOTE, { operationId: 'make' }),
    },
    [`${NOTES}/{noteId}`]: {
      parameters: [team, { name: 'noteId', in: 'path', required: true, schema: INTEGER }],
      ...reads(NOTE, { operationId: 'get' }),
    },
  },
})
const note = { id: 7, text: 'Tea at noon' }
const listIn = (teamId: string, json: readonly object[], status = 200): Draft => ({
  operation: 'list',
  path: { teamId },
  status,
  json: [...json],
})
const found = (read: Draft, others: Draft, list = listIn('red', [note])) => ({
  create: {
    operation: 'make',
    path: { teamId: 'red' },
    status: 201,
    body: { text: note.text },
    json: note,
  },
  list,
  others,
  read: { operation: 'get', path: { teamId: 'blue', noteId: 7 }, ...read },
})

describeRule(rule, readUnlisted, rig, [
  [
    'reports a child under a parent that does not list it',
    found({ json: note }, listIn('blue', [])),
    'The 200 response of get shows an item under a parent that it does not belong to.',
  ],
  ['accepts two names of one parent', found({ json: note }, listIn('blue', [note])), 0],
  ['accepts another child', found({ json: { id: 7, text: 'Cake' } }, listIn('blue', [])), 0],
  ['accepts a rejection', found({ status: 404 }, listIn('blue', [])), 0],
  [
    'keeps silent where its own parent does not list it',
    found({ json: note }, listIn('blue', []), listIn('red', [])),
    0,
  ],
  ['keeps silent where the other list fails', found({ json: note }, listIn('blue', [], 500)), 0],
])
