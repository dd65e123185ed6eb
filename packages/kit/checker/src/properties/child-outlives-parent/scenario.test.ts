import { describe, expect, it } from 'vitest'
import {
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
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const NAMED = objectOf({ name: TEXT }, 'name')
const THING = objectOf({ id: INTEGER, name: TEXT })
const MADE = makes(NAMED, THING)
const PETS = '/owners/{ownerId}/pets'
const owners = { '/owners': MADE, '/owners/{ownerId}': drops() }
const pets = { [PETS]: { ...lists(THING), ...MADE }, [`${PETS}/{petId}`]: reads(THING) }
const api = () => createFakeApi({ ...keepItems('/owners'), ...keepItems(PETS) })
const ofPets = 'orphans /owners/{}/pets/{} /owners/{}'

describeScenarios('planOrphans', [
  [
    'looks below what was deleted, however far above it stood',
    {
      ...owners,
      [PETS]: MADE,
      [`${PETS}/{petId}`]: reads(THING),
      [`${PETS}/{petId}/toys`]: MADE,
      [`${PETS}/{petId}/toys/{toyId}`]: reads(THING),
    },
    'orphans /owners/{}/pets/{}/toys/{} /owners/{}',
    { ...keepItems('/owners'), ...keepItems(PETS), ...keepItems(`${PETS}/{petId}/toys`) },
    [
      '…',
      'GET /owners/1/pets/1/toys/1 200',
      'DELETE /owners/1 204',
      'GET /owners/1/pets/1/toys/1 200',
      'POST /owners/1/pets/1/toys 201',
    ],
  ],
  [
    'puts what there is one of, and looks for it again',
    { ...owners, '/owners/{ownerId}/note': { ...reads(NAMED), ...puts(NAMED, NAMED) } },
    'orphans /owners/{}/note /owners/{}',
    {
      ...keepItems('/owners'),
      'GET /owners/{ownerId}/note': () => ({ status: 200, body: {} }),
      'PUT /owners/{ownerId}/note': () => ({ status: 204 }),
    },
    [
      'POST /owners 201',
      'PUT /owners/1/note 204',
      'GET /owners/1/note 200',
      'DELETE /owners/1 204',
      'GET /owners/1/note 200',
      'PUT /owners/1/note 204',
    ],
  ],
])

describe('planOrphans', () => {
  const readable = { ...owners, '/owners/{ownerId}': { ...reads(THING), ...drops() }, ...pets }

  it('reads the parent, the item and the list, and creates another item, after the deletion', async () => {
    const { log, shown } = await runScenario(await loadPaths(readable), ofPets, api())
    expect(log.slice(2)).toEqual([
      'GET /owners/1/pets/1 200',
      'GET /owners/1 200',
      'DELETE /owners/1 204',
      'GET /owners/1 404',
      'GET /owners/1/pets/1 200',
      'GET /owners/1/pets 200',
      'POST /owners/1/pets 201',
    ])
    expect(shown.slice(2).map(({ kind }) => kind)).toEqual([
      'item used',
      'created item read',
      'item read below a deleted parent',
      'list below a deleted parent',
      'item created below a deleted parent',
    ])
    expect(shown.at(-1)?.parts['parent']).toMatchObject({ response: { status: 404 } })
  })

  it('lets the server reject whatever follows the deletion', async () => {
    const { exchanges } = await runScenario(await loadPaths(readable), ofPets, api())
    const deletion = exchanges.findIndex((exchange) => exchange.case.request.method === 'DELETE')
    const after = exchanges.slice(deletion + 1).map((exchange) => exchange.case.mayBeRejected)
    expect(after).toEqual([true, true, true, true])
    expect(exchanges[deletion]?.case.mayBeRejected).toBeUndefined()
  })

  it.each([
    ['only promised', 202],
    ['rejected', 409],
  ])('ends after a deletion that is %s', async (_title, status) => {
    const routes = {
      'DELETE /owners/{ownerId}': () => ({ status }),
      ...keepItems('/owners'),
      ...keepItems(PETS),
    }
    const { log } = await runScenario(await loadPaths(readable), ofPets, createFakeApi(routes))
    expect(log.at(-1)).toBe(`DELETE /owners/1 ${status}`)
  })

  it('is not planned where the parent cannot be deleted', async () => {
    const ids = scenarioIds(await loadPaths({ '/owners': MADE, ...pets }))
    expect(ids.filter((id) => id.startsWith('orphans'))).toEqual([])
  })
})
