import { describe, expect, it } from 'vitest'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { exchangesOf } from '../core/evidence.ts'
import type { Exchange } from '../core/exchange.ts'
import { createPetStore, loadPetStore } from '../properties/testing/fake-api.ts'
import { runOn } from '../properties/testing/fake-port.ts'
import { makeAnother } from './items.ts'
import { TrackedItem } from './tracked-item.ts'
import { Walk } from './walk.ts'

const document = await loadPetStore()
const operationOf = (id: string): ApiOperation => {
  const operation = document.operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return operation
}
const [read, put, patch, remove] = ['getPet', 'putPet', 'patchPet', 'deletePet'].map(operationOf) as [
  ApiOperation,
  ApiOperation,
  ApiOperation,
  ApiOperation,
]

interface Tracked {
  readonly item: TrackedItem
  readonly sendable: (operation: ApiOperation) => RequestValues
}

type Api = ReturnType<typeof createPetStore>
const rejecting =
  (method: string, status: number, store = createPetStore()): Api =>
  (verb, target, body) =>
    verb === method ? { status } : store(verb, target, body)

/** The evidence about a pet: the kind, and the requests of each part by position in the run. */
const track = async (
  use: (tracked: Tracked) => Promise<unknown>,
  { api = createPetStore(), isOurs = true }: { readonly api?: Api; readonly isOurs?: boolean } = {},
) => {
  const { shown, exchanges, log } = await runOn(document, api, async (port) => {
    const walk = new Walk(port, 'test')
    const [pets] = port.graph.resources
    const made = pets && (await makeAnother(walk, pets))
    const item = new TrackedItem(walk, isOurs ? made : undefined)
    await use({ item, sendable: (operation) => walk.draw(operation) })
  })
  const evidence = shown
    .filter(({ kind }) => kind !== 'item created')
    .map((one) => [one.kind, ...exchangesOf(one).map((exchange) => exchanges.indexOf(exchange))])
  return { evidence, log }
}

describe('TrackedItem', () => {
  it('shows each use with the reads before it, and each read until the first change', async () => {
    const { evidence } = await track(async ({ item }) => {
      await item.read(read)
      await item.read(read)
      await item.change(put, {}, read)
      await item.read(read)
      await item.remove(remove)
    })
    expect(evidence).toEqual([
      ['item used', 0, 1],
      ['created item read', 0, 1],
      ['item used', 0, 1, 2],
      ['created item read', 0, 2],
      ['item changed', 0, 2, 3],
      ['item used', 0, 1, 2, 4],
      ['changed item read', 0, 2, 3, 4],
      ['item used', 0, 1, 2, 4, 5],
      ['item used', 0, 1, 2, 4, 5, 6],
    ])
  })

  it('shows a change with every write before it and the nearest read', async () => {
    const { evidence } = await track(async ({ item }) => {
      await item.change(put, {}, read)
      await item.change(patch, {}, read)
    })
    expect(evidence.filter(([kind]) => kind !== 'item used')).toEqual([
      ['item changed', 0, 1],
      ['changed item read', 0, 1, 2],
      ['item changed', 0, 1, 2, 3],
      ['changed item read', 0, 1, 2, 3, 4],
    ])
  })

  it('shows no use after a change that gave the item another id', async () => {
    const store = createPetStore()
    const { evidence } = await track(
      async ({ item }) => {
        await item.change(put, {}, read)
        await item.read(read)
      },
      {
        api: (...request) =>
          request[0] === 'PUT' ? { status: 200, body: { id: 'rex' } } : store(...request),
      },
    )
    expect(evidence.map(([kind]) => kind)).toEqual(['item changed', 'changed item read'])
  })

  it('shows only changes of an item that it did not create', async () => {
    const { evidence } = await track(
      async ({ item }) => {
        await item.read(read)
        await item.change(put, {}, read)
        await item.remove(remove)
      },
      { isOurs: false },
    )
    expect(evidence).toEqual([
      ['item changed', 1, 2],
      ['changed item read', 1, 2, 3],
    ])
  })

  it.each([202, 409, 500])('neither shows nor reads a change that got %i', async (status) => {
    const { evidence, log } = await track(({ item }) => item.change(put, {}, read), {
      api: rejecting('PUT', status),
    })
    expect(evidence).toEqual([])
    expect(log.at(-1)).toBe(`PUT /pets/1 ${status}`)
  })

  it('shows the first three rejected attempts between two reads', async () => {
    const { evidence, log } = await track(
      async ({ item, sendable }) => {
        await item.read(read)
        for (let attempt = 0; attempt < 5; attempt += 1)
          await item.tryChange(put, { values: sendable(put) }, read)
      },
      { api: rejecting('PUT', 422) },
    )
    expect(evidence.slice(2)).toEqual([
      ['change rejected', 1, 2, 3],
      ['change rejected', 3, 4, 5],
      ['change rejected', 5, 6, 7],
    ])
    expect(log.slice(8)).toEqual(['PUT /pets/1 422', 'PUT /pets/1 422'])
  })

  it('shows no rejected attempt before which the item was not read', async () => {
    const { evidence } = await track(
      ({ item, sendable }) => item.tryChange(put, { values: sendable(put) }, read),
      {
        api: rejecting('PUT', 422),
      },
    )
    expect(evidence).toEqual([])
  })

  it('knows the nearest read', async () => {
    const reads: (Exchange | undefined)[] = []
    await track(async ({ item }) => {
      reads.push(item.lastRead, await item.read(read), item.lastRead)
      await item.change(patch, {}, read)
      reads.push(item.lastRead)
    })
    const [none, first, last, afterChange] = reads
    expect(none).toBeUndefined()
    expect(last).toBe(first)
    expect(afterChange?.history).toContain(first)
  })
})
