import { describe, expect, it } from 'vitest'
import {
  answers,
  drops,
  INTEGER,
  lists,
  loadPaths,
  makes,
  objectOf,
  reads,
  TEXT,
} from '@contract-kit/openapi/testing'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { exchangesOf } from '../../core/evidence.ts'
import { createFakeApi, keepItems } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const NAMED = objectOf({ name: TEXT }, 'name')
const THING = objectOf({ id: INTEGER, name: TEXT })
const MADE = makes(NAMED, THING)
const MISSING = { 404: { description: 'Nothing there' } }
const PETS = '/owners/{ownerId}/pets'
const SECTIONS = '/terms/{termId}/courses/{courseId}/sections'

describeScenarios('planWrongParent', [
  [
    'asks for a child under another parent',
    { '/owners': MADE, [PETS]: MADE, [`${PETS}/{petId}`]: reads(THING) },
    'wrong-parent /owners/{}/pets/{}',
    { ...keepItems('/owners'), ...keepItems(PETS, { idOf: (count) => 10 + count }) },
    [
      'POST /owners 201',
      'POST /owners/1/pets 201',
      'GET /owners/1/pets/11 200',
      'POST /owners 201',
      'GET /owners/2/pets/11 404',
      'POST /owners/2/pets 201',
    ],
  ],
  [
    'asks under everything that the path goes through, and deletes by another way',
    {
      '/terms': MADE,
      '/courses': MADE,
      [SECTIONS]: MADE,
      [`${SECTIONS}/{sectionId}`]: { ...reads(THING), ...drops() },
    },
    'wrong-parent /terms/{}/courses/{}/sections/{}',
    {
      ...keepItems('/terms'),
      ...keepItems('/courses'),
      [`DELETE ${SECTIONS}/{sectionId}`]: () => ({ status: 204 }),
      ...keepItems(SECTIONS),
    },
    [
      'POST /terms 201',
      'POST /courses 201',
      'POST /terms/1/courses/1/sections 201',
      'GET /terms/1/courses/1/sections/1 200',
      'POST /courses 201',
      'GET /terms/1/courses/2/sections/1 404',
      'DELETE /terms/1/courses/2/sections/1 204',
      'GET /terms/1/courses/1/sections/1 200',
      'POST /terms/1/courses/2/sections 201',
      'POST /terms 201',
      'GET /terms/2/courses/1/sections/1 404',
    ],
  ],
  [
    'lists and makes below what is not there, where 404 is documented',
    {
      '/owners': MADE,
      '/owners/{ownerId}': reads(THING, {
        parameters: [{ name: 'ownerId', in: 'path', required: true, schema: INTEGER }],
      }),
      [PETS]: {
        ...lists(THING, { responses: { ...answers('200', { type: 'array', items: THING }), ...MISSING } }),
        ...makes(NAMED, THING, { responses: { ...answers('201', THING), ...MISSING } }),
      },
      [`${PETS}/{petId}`]: reads(THING),
    },
    'wrong-parent /owners/{}/pets/{}',
    { ...keepItems('/owners'), ...keepItems(PETS) },
    ['…', 'GET /owners/79 404', 'GET /owners/79/pets 200', 'POST /owners/79/pets 201', 'GET /owners/79 404'],
  ],
  [
    'goes on with what is made later, where its id is told',
    {
      '/owners': MADE,
      [PETS]: makes(NAMED, THING, { responses: answers('202', THING) }),
      [`${PETS}/{petId}`]: reads(THING),
    },
    'wrong-parent /owners/{}/pets/{}',
    { ...keepItems('/owners'), ...keepItems(PETS, { created: (body) => ({ status: 202, body }) }) },
    ['…', 'GET /owners/2/pets/1 404', 'POST /owners/2/pets 202'],
  ],
])

const LIST = lists(THING)

describeScenarios('planListsBelow', [
  [
    'lists below another parent',
    { '/owners': MADE, [PETS]: { ...LIST, ...MADE }, '/pets/{petId}': reads(THING) },
    'lists-below /pets/{}',
    { ...keepItems('/owners'), ...keepItems(PETS) },
    ['POST /owners 201', 'POST /owners/1/pets 201', 'POST /owners 201', 'GET /owners/2/pets 200'],
  ],
  [
    'does so where a child is read below its parent, too',
    { '/owners': MADE, [PETS]: { ...LIST, ...MADE }, [`${PETS}/{petId}`]: reads(THING) },
    'wrong-parent /owners/{}/pets/{}',
    { ...keepItems('/owners'), ...keepItems(PETS) },
    ['…', 'GET /owners/2/pets/1 404', 'GET /owners/2/pets 200', 'POST /owners/2/pets 201'],
  ],
])

const loadChildren = (more: JsonObject = {}) =>
  loadPaths({
    '/owners': MADE,
    [PETS]: MADE,
    [`${PETS}/{petId}`]: { ...reads(THING), ...drops() },
    ...more,
  })

describe('planWrongParent', () => {
  it('shows the child below its own parent and below another', async () => {
    const api = createFakeApi({ ...keepItems('/owners'), ...keepItems(PETS) })
    const { shown } = await runScenario(await loadChildren(), 'wrong-parent /owners/{}/pets/{}', api)
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'item created',
      'item used',
      'created item read',
      'item created',
      'child read under another parent',
      'item created',
    ])
  })

  it('shows what is deleted, listed and created where it must not be', async () => {
    const parent = { parameters: [{ name: 'ownerId', in: 'path', required: true, schema: INTEGER }] }
    const list = { responses: { ...answers('200', { type: 'array', items: THING }), ...MISSING } }
    const document = await loadChildren({
      '/owners/{ownerId}': reads(THING, parent),
      [PETS]: {
        ...lists(THING, list),
        ...makes(NAMED, THING, { responses: { ...answers('201', THING), ...MISSING } }),
      },
    })
    const api = createFakeApi({
      [`DELETE ${PETS}/{petId}`]: () => ({ status: 204 }),
      ...keepItems('/owners'),
      ...keepItems(PETS),
    })
    const { shown } = await runScenario(document, 'wrong-parent /owners/{}/pets/{}', api)
    expect(shown.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'child deleted under another parent',
        'list below a missing parent',
        'item created below a missing parent',
      ]),
    )
    expect(
      shown.flatMap(exchangesOf).filter(({ case: { operation } }) => operation?.method === 'DELETE')[0]?.case
        .mayBeRejected,
    ).toBe(true)
  })

  it('lists nothing where parents may be below each other', async () => {
    const owner = makes(objectOf({ parentOwnerId: INTEGER, name: TEXT }, 'parentOwnerId'), THING)
    const pets = { [PETS]: { ...LIST, ...MADE }, '/pets/{petId}': reads(THING) }
    const ids = scenarioIds(await loadPaths({ '/owners': owner, ...pets }))
    expect(ids.filter((id) => id.startsWith('lists-below'))).toEqual([])
  })

  it('is not planned where children are read by their own path', async () => {
    const document = await loadPaths({ '/owners': MADE, [PETS]: MADE, '/pets/{petId}': reads(THING) })
    expect(scenarioIds(document).filter((id) => id.startsWith('wrong-parent'))).toEqual([])
  })
})
