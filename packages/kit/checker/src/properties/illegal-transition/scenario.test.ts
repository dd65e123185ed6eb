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
import { itemActedOn } from '../../scenarios/evidence.ts'
import { createFakeApi, type FakeRoutes } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'

const TASK = objectOf({
  id: INTEGER,
  title: TEXT,
  status: { type: 'string', enum: ['draft', 'open', 'done'] },
})
const rejected = { 409: { description: 'No.' } }

const act = (operationId: string, description: string, responses: JsonObject = rejected) => ({
  post: { operationId, description, responses: { ...answers('200', TASK), ...responses } },
})

const tasks = () => ({
  '/tasks': makes(objectOf({ title: TEXT }), TASK),
  '/tasks/{taskId}': {
    ...reads(TASK),
    patch: {
      operationId: 'edit',
      description: 'A done task cannot be changed.',
      ...taking(objectOf({ title: TEXT }, 'title')),
      responses: { ...answers('200', TASK), ...rejected },
    },
  },
  '/tasks/{taskId}/publish': act('publish', 'Publishes a task.'),
  '/tasks/{taskId}/finish': act('finish', 'Only open tasks can be finished.'),
  '/tasks/{taskId}/notes/{noteId}': reads(objectOf({ id: INTEGER })),
  '/tasks/{taskId}/notes': makes(objectOf({ text: TEXT }, 'text'), objectOf({ id: INTEGER }), {
    description: 'A done task takes no more notes.',
    responses: { ...answers('201', objectOf({ id: INTEGER })), ...rejected },
  }),
})

/** Tasks that become open, then done. What is `lax` is accepted in every state. */
const board = (lax: readonly string[] = []): FakeRoutes => {
  const stateOf: string[] = []
  const show = (id = '', status = 200) => ({
    status,
    body: { id: Number(id), title: 'a', status: stateOf[Number(id) - 1] ?? '' },
  })
  const go =
    (name: string, from: readonly string[], to?: string): FakeRoutes[string] =>
    ({ path: { taskId: id = '' } }) => {
      if (!from.includes(stateOf[Number(id) - 1] ?? '') && !lax.includes(name)) return { status: 409 }
      stateOf[Number(id) - 1] = to ?? stateOf[Number(id) - 1] ?? ''
      return show(id)
    }
  return {
    'POST /tasks': () => show(String(stateOf.push('draft')), 201),
    'GET /tasks/{taskId}': ({ path }) => show(path['taskId']),
    'PATCH /tasks/{taskId}': go('edit', ['draft', 'open']),
    'POST /tasks/{taskId}/publish': go('publish', ['draft'], 'open'),
    'POST /tasks/{taskId}/finish': go('finish', ['open'], 'done'),
    'POST /tasks/{taskId}/notes': go('note', ['draft', 'open']),
  }
}

const writes = async (routes: FakeRoutes) => {
  const { log, shown } = await runScenario(
    await loadPaths(tasks()),
    'states /tasks/{}',
    createFakeApi(routes),
  )
  return {
    log: log.filter((line) => !line.startsWith('GET')),
    acts: shown.flatMap((one) => itemActedOn.read(one) ?? []),
  }
}

describe('planTransitions', () => {
  it('tries in every reached state what the document forbids there', async () => {
    const { log } = await writes(board())
    expect(log).toEqual([
      'POST /tasks 201',
      'POST /tasks/1/finish 409',
      'POST /tasks/1/publish 200',
      'POST /tasks/1/publish 409',
      'POST /tasks/1/finish 200',
      'POST /tasks/1/finish 409',
      'PATCH /tasks/1 409',
      'POST /tasks/1/notes 409',
      'POST /tasks/1/publish 409',
    ])
  })

  it('brings another item there after one that was accepted, and shows it', async () => {
    const { log, acts } = await writes(board(['edit']))
    expect(log.slice(6)).toEqual([
      'PATCH /tasks/1 200',
      'POST /tasks 201',
      'POST /tasks/2/publish 200',
      'POST /tasks/2/finish 200',
      'POST /tasks/2/notes 409',
      'POST /tasks/2/publish 409',
    ])
    expect(
      acts.filter(
        ({
          act: {
            case: { operation },
          },
        }) => operation?.id === 'edit',
      ),
    ).toHaveLength(1)
  })

  it.each([
    ['without a sentence about states', 'Finishes a task.', rejected],
    ['without a documented rejection', 'Only open tasks can be finished.', {}],
  ])('plans nothing %s', async (_, description, responses) => {
    const { '/tasks': all } = tasks()
    const paths = {
      '/tasks': all,
      '/tasks/{taskId}': reads(TASK),
      '/tasks/{taskId}/finish': act('finish', description, responses),
    }
    expect(scenarioIds(await loadPaths(paths)).filter((id) => id.startsWith('states'))).toEqual([])
  })
})
