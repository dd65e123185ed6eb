import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from '@contract-kit/resources'
import {
  answers,
  drops,
  lists,
  loadPaths,
  makes,
  objectOf,
  puts,
  reads,
  taking,
  TEXT,
} from '@contract-kit/openapi/testing'
import { planStateful } from './plan.ts'
import { createPetStore, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const THING = objectOf({ id: TEXT, name: TEXT })
const COLLECTION = { ...lists(THING), ...makes(THING, THING) }

describe('planScenarios', () => {
  it('plans nothing for what only acts', async () => {
    const document = await loadPaths({ '/ping': { head: { operationId: 'ping' } } })
    expect(scenarioIds(document)).toEqual([])
  })

  it('leaves the plans for other things alone when one is added', async () => {
    const paths = { '/a': makes(THING, THING), '/a/{id}': reads(THING) }
    const one = scenarioIds(await loadPaths(paths))
    const more = scenarioIds(await loadPaths({ '/b': { get: { operationId: 'listB' } }, ...paths }))
    expect(more).toEqual(expect.arrayContaining([...one]))
  })

  it('sends the same requests for the same seed', async () => {
    const document = await loadPetStore()
    const bodiesOf = async (seed: number) => {
      const runs = []
      for (const id of scenarioIds(document))
        runs.push(await runScenario(document, id, createPetStore(), seed))
      return runs.flatMap(({ exchanges }) =>
        exchanges.map((exchange) => [exchange.case.request.target, exchange.case.request.body]),
      )
    }
    expect(await bodiesOf(5)).toEqual(await bodiesOf(5))
    expect(await bodiesOf(5)).not.toEqual(await bodiesOf(6))
  })
})

describe('planStateful', () => {
  it('lets nothing run beside a scenario on a singleton', async () => {
    const named = objectOf({ name: TEXT })
    const patch = { ...taking(named), responses: answers('200', named) }
    const document = await loadPaths({ '/settings': { ...reads(named), ...puts(named, named), patch } })
    const items = planStateful(document, buildResourceGraph(document), document.operations)
    const comparing = items.filter(({ subject }) => !subject.startsWith('the operations that follow'))
    expect(comparing.length).toBeGreaterThan(2)
    expect(comparing.filter(({ owns }) => !owns.has('/settings'))).toHaveLength(0)
    expect(items.every(({ uses }) => uses.has('/settings'))).toBe(true)
  })

  it('lets scenarios on what stands below another thing run beside each other, but none on the thing itself', async () => {
    const document = await loadPaths({
      '/owners': COLLECTION,
      '/owners/{ownerId}': { ...reads(THING), ...drops() },
      '/owners/{ownerId}/pets': COLLECTION,
      '/owners/{ownerId}/pets/{petId}': reads(THING),
      '/rooms/{roomId}/beds': COLLECTION,
    })
    const items = planStateful(document, buildResourceGraph(document), document.operations)
    const owning = items.filter(({ owns }) => owns.size > 0)
    const apart = owning.filter(({ canBeApart }) => canBeApart).map(({ subject }) => subject)
    expect(apart).toStrictEqual([
      'a created pet exists until it is deleted',
      'a rejected creation leaves no pet',
      'a pet is found under its own owner only',
      'a pet is deleted with its parent',
    ])
    expect(
      owning.filter(({ canBeApart }) => canBeApart !== true).map(({ subject }) => subject),
    ).toStrictEqual(
      expect.arrayContaining([
        'a created owner exists until it is deleted',
        // No operation creates a room, so all scenarios share one.
        'a created bed exists until it is deleted',
      ]),
    )
  })
})
