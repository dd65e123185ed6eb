import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, objectOf, puts, reads, TEXT } from '@contract-kit/openapi/testing'
import { createPetStore, loadPetStore } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const SETTINGS = objectOf({ theme: TEXT, size: INTEGER }, 'theme', 'size')
const changeOfPet = async (method: string) =>
  runScenario(await loadPetStore(), `failed-change /pets/{} ${method}`, createPetStore())

describe('planFailedChanges', () => {
  it('breaks one statement and changes the rest', async () => {
    const { exchanges } = await changeOfPet('PUT')
    const broken = exchanges.find(({ case: { step } }) => step === 'failed-change')
    const before = exchanges.find(({ case: { step } }) => step === 'read-before-change')
    expect(broken?.case).toMatchObject({ mode: 'negative', target: { keyword: 'type' } })
    expect(broken?.case.values?.body?.value).not.toMatchObject({ name: Object(before?.answer.json)['name'] })
  })

  it('breaks another statement each time', async () => {
    const { exchanges } = await changeOfPet('PATCH')
    const targets = exchanges
      .filter(({ case: { step } }) => step === 'failed-change')
      .map((exchange) => exchange.case.target.pointer)
    expect(new Set(targets).size).toBe(targets.length)
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
    [1, 2].flatMap(() => [
      'read-before-change GET /settings 200',
      'failed-change PUT /settings 400',
      'read-after-failed-change GET /settings 200',
    ]),
  ],
])
