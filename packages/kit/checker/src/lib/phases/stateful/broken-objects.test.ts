import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { loadPaths } from '../../resources/testing/load-paths.ts'
import type { Json } from '../../schema/json.ts'
import { brokenObjects } from './broken-objects.ts'
import type { BrokenValues } from './scenario-port.ts'
import { Walk } from './walk.ts'

const breaking = (value: Json): BrokenValues => ({
  values: { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: 'application/json', value } },
  target: { location: 'body', name: '', keyword: 'type', pointer: '', documentUri: '' },
})

const chosenOf = async (bodies: readonly Json[], count: number) => {
  const document = await loadPaths({ '/pets': { post: {} } })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  const port = {
    document,
    graph: buildResourceGraph(document),
    seed: 1,
    send: () => Promise.resolve(undefined),
    validValues: () => undefined,
    brokenBodies: () => bodies.map(breaking),
    toTarget: () => undefined,
    skip: () => undefined,
  }
  return brokenObjects(new Walk(port, 'test'), operation, breaking({}).values, count).map(
    ({ values }) => values.body?.value,
  )
}

describe('brokenObjects', () => {
  it('keeps to bodies that are objects', async () => {
    expect(await chosenOf(['text', { a: 1 }, [1], null, { b: 2 }], 4)).toEqual([{ a: 1 }, { b: 2 }])
  })

  it('spreads from the first to the last', async () => {
    const bodies = Array.from({ length: 9 }, (_item, at) => ({ at }))
    expect(await chosenOf(bodies, 3)).toEqual([{ at: 0 }, { at: 4 }, { at: 8 }])
    expect(await chosenOf(bodies, 1)).toEqual([{ at: 0 }])
  })
})
