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
import { keepItems } from '../testing/fake-api.ts'
import { describeScenarios, scenarioIds } from '../testing/fake-port.ts'

const NAMED = objectOf({ name: TEXT }, 'name')
const THING = objectOf({ id: INTEGER, name: TEXT })
const MADE = makes(NAMED, THING)
const MISSING = { 404: { description: 'Nothing there' } }
const PETS = '/owners/{ownerId}/pets'
const SECTIONS = '/terms/{termId}/courses/{courseId}/sections'
const owners = { '/owners': MADE, '/owners/{ownerId}': drops() }

describeScenarios('planWrongParent', [
  [
    'asks for a child under another parent',
    { '/owners': MADE, [PETS]: MADE, [`${PETS}/{petId}`]: reads(THING) },
    'wrong-parent /owners/{}/pets/{}',
    { ...keepItems('/owners'), ...keepItems(PETS, { idOf: (count) => 10 + count }) },
    [
      'given POST /owners 201',
      'create POST /owners/1/pets 201',
      'read-created GET /owners/1/pets/11 200',
      'given POST /owners 201',
      'wrong-parent GET /owners/2/pets/11 404',
      'create-second POST /owners/2/pets 201',
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
      'given POST /terms 201',
      'given POST /courses 201',
      'create POST /terms/1/courses/1/sections 201',
      'read-created GET /terms/1/courses/1/sections/1 200',
      'given POST /courses 201',
      'wrong-parent GET /terms/1/courses/2/sections/1 404',
      'delete-elsewhere DELETE /terms/1/courses/2/sections/1 204',
      'read-elsewhere GET /terms/1/courses/1/sections/1 200',
      'create-second POST /terms/1/courses/2/sections 201',
      'given POST /terms 201',
      'wrong-parent GET /terms/2/courses/1/sections/1 404',
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
    [
      '…',
      'read-missing GET /owners/79 404',
      'list-missing GET /owners/79/pets 200',
      'create-missing POST /owners/79/pets 201',
      'read-missing GET /owners/79 404',
    ],
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
    ['…', 'wrong-parent GET /owners/2/pets/1 404', 'create-second POST /owners/2/pets 202'],
  ],
])

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
      'read-created GET /owners/1/pets/1/toys/1 200',
      'delete-parent DELETE /owners/1 204',
      'read-orphan GET /owners/1/pets/1/toys/1 200',
      'create-orphan POST /owners/1/pets/1/toys 201',
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
      'given POST /owners 201',
      'create PUT /owners/1/note 204',
      'read-created GET /owners/1/note 200',
      'delete-parent DELETE /owners/1 204',
      'read-orphan GET /owners/1/note 200',
      'create-orphan PUT /owners/1/note 204',
    ],
  ],
])

describe('wrong-parent', () => {
  it('is not planned where children are read by their own path', async () => {
    const document = await loadPaths({ '/owners': MADE, [PETS]: MADE, '/pets/{petId}': reads(THING) })
    expect(scenarioIds(document).filter((id) => id.startsWith('wrong-parent'))).toEqual([])
  })
})
