import { describe, expect, it } from 'vitest'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, keepItems } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const BODY = { requestBody: { required: true, ...jsonContent(NAMED) } }
const GONE = { 204: { description: 'Gone' } }
const THING = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const MADE = { post: { ...BODY, responses: answers('201', THING) } }
const MAY_MISS = { 404: { description: 'Nothing there' } }

const accepted = (body: object) => ({ status: 202, body: body as { readonly id: number } })

describe('planWrongParent', () => {
  it('asks for a child under another parent', async () => {
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}/pets': MADE,
      '/owners/{ownerId}/pets/{petId}': { get: { operationId: 'get' } },
    })
    const api = createFakeApi({
      ...keepItems('/owners'),
      ...keepItems('/owners/{ownerId}/pets', { idOf: (count) => 10 + count }),
    })
    const { log } = await runScenario(document, 'wrong-parent /owners/{}/pets/{}', api)
    expect(log).toEqual([
      'given POST /owners 201',
      'create POST /owners/1/pets 201',
      'read-created GET /owners/1/pets/11 200',
      'given POST /owners 201',
      'wrong-parent GET /owners/2/pets/11 404',
      'create-second POST /owners/2/pets 201',
    ])
  })

  it('asks under everything that the path goes through, and deletes by another way', async () => {
    const document = await loadPaths({
      '/terms': MADE,
      '/courses': MADE,
      '/terms/{termId}/courses/{courseId}/sections': MADE,
      '/terms/{termId}/courses/{courseId}/sections/{sectionId}': {
        get: { operationId: 'get' },
        delete: { operationId: 'drop', responses: GONE },
      },
    })
    const sections = '/terms/{termId}/courses/{courseId}/sections'
    const api = createFakeApi({
      ...keepItems('/terms'),
      ...keepItems('/courses'),
      [`DELETE ${sections}/{sectionId}`]: () => ({ status: 204 }),
      ...keepItems(sections),
    })
    const { log } = await runScenario(document, 'wrong-parent /terms/{}/courses/{}/sections/{}', api)
    expect(log.filter((line) => /^(wrong|delete|read)/.test(line))).toEqual([
      'read-created GET /terms/1/courses/1/sections/1 200',
      'wrong-parent GET /terms/1/courses/2/sections/1 404',
      'delete-elsewhere DELETE /terms/1/courses/2/sections/1 204',
      'read-elsewhere GET /terms/1/courses/1/sections/1 200',
      'wrong-parent GET /terms/2/courses/1/sections/1 404',
    ])
  })

  it('lists and makes below what is not there, where 404 is documented', async () => {
    const owner = { name: 'ownerId', in: 'path', required: true, schema: { type: 'integer' } }
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}': {
        get: { operationId: 'getOwner', parameters: [owner], responses: answers('200', THING) },
      },
      '/owners/{ownerId}/pets': {
        get: {
          operationId: 'list',
          responses: { ...answers('200', { type: 'array', items: THING }), ...MAY_MISS },
        },
        post: { operationId: 'make', ...BODY, responses: { ...answers('201', THING), ...MAY_MISS } },
      },
      '/owners/{ownerId}/pets/{petId}': { get: { operationId: 'get', responses: answers('200', THING) } },
    })
    const api = createFakeApi({ ...keepItems('/owners'), ...keepItems('/owners/{ownerId}/pets') })
    const { log } = await runScenario(document, 'wrong-parent /owners/{}/pets/{}', api)
    expect(log.slice(-4)).toEqual([
      'read-missing GET /owners/79 404',
      'list-missing GET /owners/79/pets 200',
      'create-missing POST /owners/79/pets 201',
      'read-missing GET /owners/79 404',
    ])
  })

  it('goes on with what is made later, where its id is told', async () => {
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}/jobs': { post: { ...BODY, responses: answers('202', THING) } },
      '/owners/{ownerId}/jobs/{jobId}': { get: { operationId: 'get', responses: answers('200', THING) } },
    })
    const api = createFakeApi({
      ...keepItems('/owners'),
      ...keepItems('/owners/{ownerId}/jobs', { created: accepted }),
    })
    const { log } = await runScenario(document, 'wrong-parent /owners/{}/jobs/{}', api)
    expect(log).toContain('wrong-parent GET /owners/2/jobs/1 404')
  })

  it('is not planned where children are read by their own path', async () => {
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}/pets': MADE,
      '/pets/{petId}': { get: { operationId: 'get' } },
    })
    expect(scenarioIds(document).filter((id) => id.startsWith('wrong-parent'))).toEqual([])
  })
})

describe('planOrphans', () => {
  it('looks below what was deleted, however far above it stood', async () => {
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}': { delete: { operationId: 'deleteOwner', responses: GONE } },
      '/owners/{ownerId}/pets': MADE,
      '/owners/{ownerId}/pets/{petId}': { get: { operationId: 'getPet' } },
      '/owners/{ownerId}/pets/{petId}/toys': MADE,
      '/owners/{ownerId}/pets/{petId}/toys/{toyId}': { get: { operationId: 'getToy' } },
    })
    const api = createFakeApi({
      ...keepItems('/owners'),
      ...keepItems('/owners/{ownerId}/pets'),
      ...keepItems('/owners/{ownerId}/pets/{petId}/toys'),
    })
    const id = 'orphans /owners/{}/pets/{}/toys/{} /owners/{}'
    expect((await runScenario(document, id, api)).log.slice(-4)).toEqual([
      'read-created GET /owners/1/pets/1/toys/1 200',
      'delete-parent DELETE /owners/1 204',
      'read-orphan GET /owners/1/pets/1/toys/1 200',
      'create-orphan POST /owners/1/pets/1/toys 201',
    ])
  })

  it('puts what there is one of, and looks for it again', async () => {
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}': { delete: { operationId: 'deleteOwner', responses: GONE } },
      '/owners/{ownerId}/note': {
        get: { operationId: 'getNote', responses: answers('200', NAMED) },
        put: { operationId: 'putNote', ...BODY },
      },
    })
    const api = createFakeApi({
      ...keepItems('/owners'),
      'GET /owners/{ownerId}/note': () => ({ status: 200, body: {} }),
      'PUT /owners/{ownerId}/note': () => ({ status: 204 }),
    })
    const { log } = await runScenario(document, 'orphans /owners/{}/note /owners/{}', api)
    expect(log.slice(1)).toEqual([
      'create PUT /owners/1/note 204',
      'read-created GET /owners/1/note 200',
      'delete-parent DELETE /owners/1 204',
      'read-orphan GET /owners/1/note 200',
      'create-orphan PUT /owners/1/note 204',
    ])
  })
})
