import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'
import { locationFollowed } from './oracle.ts'

const THING = objectOf({ id: INTEGER, name: TEXT })
const BEGUN = { 202: { description: 'Begun', headers: { Location: { schema: TEXT } } } }
const loadJobs = () =>
  loadPaths({
    '/rebuild': { post: { operationId: 'rebuild', responses: BEGUN } },
    '/jobs/{jobId}': reads(THING),
  })

describe('planLocations', () => {
  it('follows the URL of what was only begun', async () => {
    const api = createFakeApi({
      'POST /rebuild': () => ({ status: 202, headers: { location: '/jobs/j1' } }),
      'GET /jobs/{id}': () => ({ status: 200 }),
    })
    const { log, exchanges, shown } = await runScenario(await loadJobs(), 'location rebuild', api)
    const [created, followed] = exchanges
    expect(log).toEqual(['POST /rebuild 202', 'GET /jobs/j1 200'])
    expect(shown.at(-1)).toEqual({ kind: locationFollowed.name, parts: { created, followed } })
  })

  it('follows nothing where the operation is rejected', async () => {
    const api = createFakeApi({ 'POST /rebuild': () => ({ status: 503, headers: { location: '/jobs/j1' } }) })
    const { log, shown } = await runScenario(await loadJobs(), 'location rebuild', api)
    expect(log).toEqual(['POST /rebuild 503'])
    expect(shown).toEqual([])
  })

  it('leaves alone what promises no URL', async () => {
    const document = await loadPaths({ '/rebuild': { post: { operationId: 'rebuild' } } })
    expect(scenarioIds(document).filter((id) => id.startsWith('location'))).toEqual([])
  })
})

describe('followLocation', () => {
  it.each([
    ['the id comes from the header if the body has another one', 99, 'header.location#/pets/{petId}'],
    ['the id comes from the body if both have it', 1, 'body#/id'],
  ])('says that %s', async (_title, id, source) => {
    const created = (body: object) => ({
      status: 201,
      body: body as { id: number },
      headers: { location: `/pets/${id}` },
    })
    const api = createFakeApi(keepItems('/pets', { created }))
    const { shown } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', api)
    const cases = shown.flatMap((one) => locationFollowed.read(one)?.followed.case ?? [])
    expect(cases.map(({ boundTo }) => boundTo)).toEqual([{ 'path.petId': `createPet $response.${source}` }])
  })

  it.each([
    ['follows a Location that leads to no operation', '/animals/1', ['/animals/1']],
    ['leaves a Location on another server alone', 'https://cdn.test/1', []],
  ])('%s', async (_title, location, followed) => {
    const created = (body: object) => ({ status: 201, body: body as { id: number }, headers: { location } })
    const api = createFakeApi(keepItems('/pets', { created }))
    const { shown } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', api)
    const cases = shown.flatMap((one) => locationFollowed.read(one)?.followed.case ?? [])
    expect(cases.map(({ request: { target } }) => target)).toEqual(followed)
    expect(cases.every(({ operation }) => operation === undefined)).toBe(true)
  })
})
