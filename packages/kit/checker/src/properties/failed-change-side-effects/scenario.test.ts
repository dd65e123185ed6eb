import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, objectOf, puts, reads, TEXT } from '@contract-kit/openapi/testing'
import { changeRejected } from '../../scenarios/evidence.ts'
import { createPetStore, loadPetStore } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const SETTINGS = objectOf({ theme: TEXT, size: INTEGER }, 'theme', 'size')
/** The rejected changes of a pet, each between two reads. */
const changeOfPet = async (method: string, api = createPetStore()) => {
  const { shown } = await runScenario(await loadPetStore(), `failed-change /pets/{} ${method}`, api)
  return shown.flatMap((one) => changeRejected.read(one) ?? [])
}

describe('planFailedChanges', () => {
  it('breaks one statement and changes the rest', async () => {
    const [{ before, rejected } = {}] = await changeOfPet('PUT')
    expect(rejected?.case).toMatchObject({ mode: 'negative', target: { keyword: 'type' } })
    expect(rejected?.case.values?.body?.value).not.toMatchObject({
      name: Object(before?.response.json)['name'],
    })
  })

  it('breaks another statement each time', async () => {
    const targets = (await changeOfPet('PATCH')).map(({ rejected }) => rejected.case.target.pointer)
    expect(targets.length).toBeGreaterThan(1)
    expect(new Set(targets).size).toBe(targets.length)
  })

  it('shows no change that was accepted', async () => {
    const store = createPetStore()
    const lax: typeof store = (method, target, body) =>
      method === 'PUT' ? { status: 200, body: { id: 1, name: 'Rex' } } : store(method, target, body)
    expect(await changeOfPet('PUT', lax)).toEqual([])
  })

  it('is not planned where the item cannot be read', async () => {
    const document = await loadPaths({ '/pets/{id}': puts(SETTINGS, SETTINGS) })
    expect(scenarioIds(document).filter((id) => id.startsWith('failed-change'))).toEqual([])
  })
})

describeScenarios('planFailedChanges', [
  [
    'needs no creation for a singleton',
    { '/settings': { ...reads(SETTINGS), ...puts(SETTINGS, SETTINGS) } },
    'failed-change /settings PUT',
    {
      'GET /settings': () => ({ status: 200, body: { theme: 'dark', size: 1 } }),
      'PUT /settings': () => ({ status: 400 }),
    },
    [1, 2].flatMap(() => ['GET /settings 200', 'PUT /settings 400', 'GET /settings 200']),
  ],
])
