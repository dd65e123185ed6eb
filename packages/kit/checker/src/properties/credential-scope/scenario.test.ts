import { describe, expect, it } from 'vitest'
import {
  answers,
  drops,
  INTEGER,
  lists,
  loadPaths,
  makes,
  objectOf,
  puts,
  reads,
  TEXT,
} from '@contract-kit/openapi/testing'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph } from '@contract-kit/resources'
import { planScenarios } from '../plan.ts'
import { createFakeApi, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'
import { keyShared } from './oracle.ts'

const rejects = () => ({ status: 403 })
const neighbor = { name: 'neighbor', schemes: [], owns: true, isExpired: false }

describe('planOwnership', () => {
  it.each([
    ['a whole name', 'Ada Lind', 'Ada%20Lind'],
    ['the plain part of a name', '“Lovelace”', 'Lovelace'],
    ['the beginning of a long name', '本'.repeat(30), encodeURIComponent('本'.repeat(10))],
    ['a short name', 'あ', encodeURIComponent('あ')],
  ])('lets a stranger search for %s', async (_title, name, asked) => {
    const guest = objectOf({ id: INTEGER, name: TEXT })
    const search = { name: 'q', in: 'query', schema: { ...TEXT, maxLength: 12 } }
    const document = await loadPaths({
      '/guests': {
        ...lists(guest, { parameters: [search] }),
        ...makes(objectOf({ name: { enum: [name] } }, 'name'), guest),
      },
      '/guests/{guestId}': reads(guest),
    })
    const { log } = await runScenario(
      document,
      'ownership /guests/{}',
      createFakeApi(keepItems('/guests')),
      1,
      neighbor,
    )
    expect(log).toContain(`GET /guests?q=${asked} 200`)
  })

  const NOTE = objectOf({ id: INTEGER, text: TEXT })
  const SENT = objectOf({ text: TEXT }, 'text')
  const paths = {
    '/notes': { ...lists(NOTE), ...makes(SENT, NOTE) },
    '/notes/{noteId}': { ...reads(NOTE), ...puts(SENT, NOTE), ...drops() },
    '/notes/{noteId}/archive': { post: { operationId: 'archive', responses: answers('200', NOTE) } },
  }
  const trespass = async (routes: FakeRoutes) =>
    runScenario(await loadPaths(paths), 'ownership /notes/{}', createFakeApi(routes), 1, neighbor)

  it('reads as the owner around everything that another identity may do', async () => {
    const routes = {
      ...keepItems('/notes'),
      'POST /notes/{noteId}/archive': () => ({ status: 200, body: {} }),
    }
    const { exchanges, log, shown } = await trespass(routes)
    expect(log.slice(1)).toEqual([
      'GET /notes/1 200',
      'GET /notes/1 200',
      'GET /notes 200',
      'GET /notes 200',
      'PUT /notes/1 200',
      'GET /notes/1 200',
      'GET /notes/1 200',
      'GET /notes/1 200',
      'POST /notes/1/archive 200',
      'GET /notes/1 200',
      'DELETE /notes/1 204',
      'GET /notes/1 404',
    ])
    const strangers = exchanges.flatMap((exchange, index) =>
      exchange.case.identity === neighbor ? [index] : [],
    )
    expect(strangers).toEqual([2, 4, 5, 9, 11])
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'item read by another identity',
      'list read by another identity',
      'item changed by another identity',
      'item changed by another identity',
      'item deleted by another identity',
    ])
    expect(shown.map(({ parts }) => parts['once'] !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ])
  })

  it('shows no change that was rejected', async () => {
    const { shown, log } = await trespass({
      'PUT /notes/{noteId}': rejects,
      'POST /notes/{noteId}/archive': rejects,
      'DELETE /notes/{noteId}': rejects,
      ...keepItems('/notes'),
    })
    expect(log.at(-1)).toBe('DELETE /notes/1 403')
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'item read by another identity',
      'list read by another identity',
    ])
  })

  it('is not planned without another identity', async () => {
    expect(scenarioIds(await loadPaths(paths)).filter((id) => id.startsWith('ownership'))).toEqual([])
  })
})

/** Whether another identity tries a key of the first one. */
const isPlanned = (document: ApiDocument): boolean =>
  planScenarios(document, buildResourceGraph(document), neighbor).some(({ id }) =>
    id.startsWith('key-ownership'),
  )

describe('planKeyOwnership', () => {
  it('has another identity send the same request with the key', async () => {
    const note = objectOf({ id: INTEGER, text: TEXT })
    const key = { name: 'Idempotency-Key', in: 'header', schema: TEXT }
    const document = await loadPaths({
      '/notes': makes(objectOf({ text: TEXT }, 'text'), note, { operationId: 'make', parameters: [key] }),
      '/notes/{id}': reads(note),
    })
    const api = createFakeApi(keepItems('/notes'))
    const { exchanges, shown } = await runScenario(document, 'key-ownership make', api, 1, neighbor)
    const [own, other] = exchanges
    expect(exchanges).toHaveLength(2)
    expect(other?.case.identity).toBe(neighbor)
    expect(other?.case.request).toEqual(own?.case.request)
    expect(shown).toEqual([{ kind: keyShared.name, parts: { own, other } }])
  })

  const key = { name: 'Idempotency-Key', in: 'header', schema: TEXT }
  const note = objectOf({ id: INTEGER, text: TEXT })
  const at = (path: string, above = {}) =>
    loadPaths({ ...above, [path]: makes(objectOf({ text: TEXT }, 'text'), note, { parameters: [key] }) })
  it('is planned below a thing that no operation gives', async () => {
    expect(isPlanned(await at('/teams/{teamId}/notes'))).toBe(true)
  })

  it('is not planned below a thing of the first identity', async () => {
    const above = { '/teams': makes(objectOf({ text: TEXT }), note), '/teams/{teamId}': reads(note) }
    expect(isPlanned(await at('/teams/{teamId}/notes', above))).toBe(false)
  })
})
