import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../src/index.ts'
import { create, options, readBack, serve, shop, type Story } from './serve-shops.ts'

/** The id of a new shop, on a server with a liberty or without. */
const idFrom = async (more: { readonly fault?: string }): Promise<string> => {
  const sandbox = await startSandbox({ ...options, ...more, port: 0 })
  onTestFinished(() => sandbox.close())
  const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(shop) }
  return ((await (await fetch(`${sandbox.url}/shops`, request)).json()) as { readonly id: string }).id
}

describe('startSandbox', () => {
  it('serves a liberty by its id', async () => {
    const usual = await idFrom({})
    expect((await idFrom({ fault: 'longer-id@createShop' })).length).toBeGreaterThan(usual.length)
  })
})

describe('a sandbox that takes a liberty', () => {
  it.each<[liberty: string, story: Story, usual: unknown, taken: unknown]>([
    ['new-property@readShop:200', readBack(shop, 'addedLater'), undefined, 'new'],
    [
      'other-order@readShop',
      async (send) =>
        Object.keys((await send('GET', `/shops/${await create(send)}`)).body).indexOf('name') < 2,
      true,
      false,
    ],
    [
      'longer-id@createShop',
      async (send) => {
        const id = await create(send)
        return [id.length > 24, (await send('GET', `/shops/${id}`)).status]
      },
      [false, 200],
      [true, 200],
    ],
    [
      'rate-limited@listShops',
      async (send) => [(await send('GET', '/shops')).status, (await send('GET', '/shops')).status],
      [200, 200],
      [429, 200],
    ],
    ['new-value@readShop:200/mood', readBack({ ...shop, mood: 'calm' }, 'mood'), 'calm', 'added_later'],
    [
      'one-per-page@listGoods',
      async (send) => {
        const path = `/shops/${await create(send)}/goods`
        for (const label of ['a', 'b', 'c']) await send('POST', path, { label })
        return (await send('GET', path)).body.items.length
      },
      3,
      1,
    ],
  ])('does %s', async (id, story, usual, taken) => {
    const [good, free] = [await serve(), await serve(id)]
    expect(await story(good.send)).toStrictEqual(usual)
    expect(await story(free.send)).toStrictEqual(taken)
    expect(free.count(), 'it tells that it deviates').toBeGreaterThan(0)
  })

  it('is slow where it takes its time', async () => {
    const { send, count } = await serve('slow@listShops')
    const start = performance.now()
    expect((await send('GET', '/shops')).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(900)
    expect(count()).toBe(1)
  })
})
