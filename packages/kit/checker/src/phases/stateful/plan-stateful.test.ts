import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { planStateful } from './plan-stateful.ts'
import { createPetStore, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

describe('planScenarios', () => {
  it('plans nothing for what only acts', async () => {
    const document = await loadPaths({ '/ping': { head: { operationId: 'ping' } } })
    expect(scenarioIds(document)).toEqual([])
  })

  it('leaves the plans for other things alone when one is added', async () => {
    const thing = { type: 'object', properties: { id: { type: 'string' } } }
    const paths = {
      '/a': {
        post: { operationId: 'makeA', requestBody: jsonContent(thing), responses: answers('201', thing) },
      },
      '/a/{id}': { get: { operationId: 'getA' } },
    }
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

  it('sends nothing a correct API refuses but what is broken', async () => {
    const document = await loadPetStore()
    const refused: string[] = []
    for (const id of scenarioIds(document)) {
      const { log } = await runScenario(document, id, createPetStore(), 3)
      refused.push(
        ...log.filter(
          (line) =>
            / 4\d\d$/.test(line) &&
            !/^(?:failed|read-after-delete|delete-again|change-deleted|wander)/.test(line),
        ),
      )
    }
    expect(refused).toEqual([])
  })
})

describe('planStateful', () => {
  it('lets nothing run beside a scenario on a singleton', async () => {
    const thing = { type: 'object', properties: { name: { type: 'string' } } }
    const change = { requestBody: jsonContent(thing), responses: answers('200', thing) }
    const document = await loadPaths({
      '/settings': {
        get: { operationId: 'getSettings', responses: answers('200', thing) },
        put: { operationId: 'putSettings', ...change },
        patch: { operationId: 'patchSettings', ...change },
      },
    })
    const items = planStateful(document, buildResourceGraph(document), document.operations)
    const comparing = items.filter(({ subject }) => !subject.startsWith('the operations that follow'))
    expect(comparing.length).toBeGreaterThan(2)
    expect(comparing.filter(({ owns }) => !owns.has('/settings'))).toHaveLength(0)
    expect(items.every(({ uses }) => uses.has('/settings'))).toBe(true)
  })

  it('lets scenarios on what stands below another thing run beside each other, but none on the thing itself', async () => {
    const thing = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
    const list = { responses: answers('200', { type: 'array', items: thing }) }
    const make = { requestBody: jsonContent(thing), responses: answers('201', thing) }
    const document = await loadPaths({
      '/owners': { get: { operationId: 'listOwners', ...list }, post: { operationId: 'makeOwner', ...make } },
      '/owners/{ownerId}': {
        get: { operationId: 'getOwner', responses: answers('200', thing) },
        delete: { operationId: 'dropOwner', responses: answers('204', {}) },
      },
      '/owners/{ownerId}/pets': {
        get: { operationId: 'listPets', ...list },
        post: { operationId: 'makePet', ...make },
      },
      '/owners/{ownerId}/pets/{petId}': {
        get: { operationId: 'getPet', responses: answers('200', thing) },
      },
      '/rooms/{roomId}/beds': {
        get: { operationId: 'listBeds', ...list },
        post: { operationId: 'makeBed', ...make },
      },
    })
    const items = planStateful(document, buildResourceGraph(document), document.operations)
    const owning = items.filter(({ owns }) => owns.size > 0)
    const apart = owning.filter(({ canBeApart }) => canBeApart).map(({ subject }) => subject)
    expect(apart).toStrictEqual([
      'a created pet is there until it is deleted',
      'a rejected creation leaves no pet',
      'a pet is found under its own owner only',
      'a pet is deleted with its parent',
    ])
    expect(
      owning.filter(({ canBeApart }) => canBeApart !== true).map(({ subject }) => subject),
    ).toStrictEqual(
      expect.arrayContaining([
        'a created owner is there until it is deleted',
        // Nothing creates a room, so that all scenarios share one.
        'a created bed is there until it is deleted',
      ]),
    )
  })
})
