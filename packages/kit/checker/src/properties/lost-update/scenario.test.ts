import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  loadPaths,
  makes,
  objectOf,
  reads,
  taking,
  TEXT,
} from '@contract-kit/openapi/testing'
import { createFakeApi, type FakeRoutes } from '../testing/fake-api.ts'
import { bodiesBy, runScenario, scenarioIds } from '../testing/fake-port.ts'

const NEW = objectOf({ name: TEXT }, 'name')
const CHANGE = objectOf({ name: TEXT, version: INTEGER }, 'name', 'version')
const BOARD = objectOf({ id: INTEGER, name: TEXT, version: INTEGER })
const conflict = { 409: { description: 'Changed since.' } }
const load = (change: JsonObject) =>
  loadPaths({
    '/boards': makes(NEW, BOARD),
    '/boards/{boardId}': {
      ...reads(BOARD),
      patch: {
        operationId: 'patch',
        ...taking(change),
        responses: { ...answers('200', BOARD), ...conflict },
      },
    },
  })

/** One board with a version, which a change must name. */
const createBoards = (isLocked: boolean, step = 1): FakeRoutes => {
  let board = { id: 1, name: '', version: 3 }
  return {
    'POST /boards': ({ body }) => {
      board = { ...board, name: JSON.stringify(body['name']) }
      return { status: 201, body: board }
    },
    'GET /boards/{id}': () => ({ status: 200, body: board }),
    'PATCH /boards/{id}': ({ body }) => {
      if (isLocked && body['version'] !== board.version) return { status: 409 }
      board = { ...board, name: JSON.stringify(body['name']), version: board.version + step }
      return { status: 200, body: board }
    },
  }
}
const id = 'lost-update /boards/{} PATCH'

describe('lostUpdate', () => {
  it.each([
    [true, ['PATCH /boards/1 409', 'GET /boards/1 200'], ['outdated change', 'change rejected']],
    [false, ['PATCH /boards/1 200'], ['outdated change']],
  ])(
    'changes the version of the first read once more, on a server that locks: %s',
    async (isLocked, last, shown) => {
      const run = await runScenario(await load(CHANGE), id, createFakeApi(createBoards(isLocked)))
      expect(run.log).toEqual([
        'POST /boards 201',
        'GET /boards/1 200',
        'PATCH /boards/1 200',
        'GET /boards/1 200',
        ...last,
      ])
      expect(bodiesBy(run.exchanges, 'PATCH')).toMatchObject([{ version: 3 }, { version: 3 }])
      expect(run.shown.slice(-shown.length).map(({ kind }) => kind)).toEqual(shown)
      expect(run.exchanges[4]?.case.mayBeRejected).toBe(true)
    },
  )

  it('shows a version that stays', async () => {
    const run = await runScenario(await load(CHANGE), id, createFakeApi(createBoards(true, 0)))
    expect(run.shown.at(-1)?.kind).toBe('version kept')
  })

  it('is not planned where a change names no version', async () => {
    expect(scenarioIds(await load(NEW)).filter((each) => each.startsWith('lost-update'))).toEqual([])
  })
})
