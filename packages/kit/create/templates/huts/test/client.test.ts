import { bearer, createApiClient } from '@contract-kit/client'
import { afterAll, expect, it } from 'vitest'
import { type ApiMethods, operations } from '../src/generated/client.ts'
import { serve } from './serve.ts'

/** Promises of the contract, tested on this server, or on the server at CONTRACT_URL, which `npm run prove` sets. */
const server = await serve()
afterAll(() => server.close())
const { CONTRACT_URL: baseUrl = server.url, CONTRACT_TOKEN: token = 'warden-token' } = process.env

const clientOf = (credential: string) =>
  createApiClient<ApiMethods>(operations, { baseUrl, session: bearer(() => credential) })
const warden = clientOf(token)

/** Reads the IDs of all huts from all pages. */
async function listIds(limit = 50): Promise<readonly string[]> {
  const ids: string[] = []
  for (;;) {
    const { data, headers } = await warden.listHuts({ limit, after: ids.at(-1) }).withResponse()
    expect(data.items.length).toBeLessThanOrEqual(limit)
    ids.push(...data.items.map(({ id }) => id))
    // Otherwise, a server that repeats a page would never end this loop.
    expect(ids).toHaveLength(new Set(ids).size)
    if (headers.get('link')?.includes('rel="next"') !== true) return ids
  }
}

/** An error with a message. */
const rejection = (status: number) => ({ name: 'ApiError', status, messages: [expect.any(String)] })

it('adds one hut', async () => {
  const stoneLake = { name: 'Stone Lake', kilometer: 45, beds: 16 }
  const before = await listIds()
  const { data, headers } = await warden.createHut(stoneLake).withResponse()
  const { id } = data
  expect(data).toMatchObject({ ...stoneLake, status: 'open' })
  expect(headers.get('location')).toBe(`/huts/${id}`)
  expect(await warden.showHut({ 'hut-id': id })).toMatchObject({ ...stoneLake, id, status: 'open' })
  const after = await listIds()
  expect(after).toContain(id)
  expect(after.filter((each) => each !== id)).toEqual(before)
})

it('accepts the largest and smallest values', async () => {
  const largest = { name: 'Z'.repeat(60), kilometer: 5000, beds: 500 }
  const smallest = { name: 'A', kilometer: 0, beds: 1 }
  const one = await warden.createHut(largest)
  const other = await warden.createHut(smallest)
  expect(await warden.showHut({ 'hut-id': one.id })).toMatchObject(largest)
  expect(await warden.showHut({ 'hut-id': other.id })).toMatchObject(smallest)
})

it('changes only the given properties', async () => {
  const fernHollow = { name: 'Fern Hollow', kilometer: 52, beds: 10 }
  const { id } = await warden.createHut(fernHollow)
  const larger = { ...fernHollow, id, beds: 12, status: 'open' }
  expect(await warden.changeHut({ 'hut-id': id, beds: 12 })).toMatchObject(larger)
  const closed = { ...larger, status: 'closed' }
  expect(await warden.changeHut({ 'hut-id': id, status: 'closed' })).toMatchObject(closed)
  expect(await warden.showHut({ 'hut-id': id })).toMatchObject(closed)
})

it('removes one hut permanently', async () => {
  const { id } = await warden.createHut({ name: 'Old Mill', kilometer: 60, beds: 4 })
  const before = await listIds()
  await warden.removeHut({ 'hut-id': id })
  expect(await listIds()).toEqual(before.filter((each) => each !== id))
  const gone = rejection(404)
  await expect(warden.showHut({ 'hut-id': id })).rejects.toMatchObject(gone)
  await expect(warden.changeHut({ 'hut-id': id, beds: 5 })).rejects.toMatchObject(gone)
  await expect(warden.removeHut({ 'hut-id': id })).rejects.toMatchObject(gone)
  const next = await warden.createHut({ name: 'New Mill', kilometer: 61, beds: 4 })
  expect(next.id).not.toBe(id)
})

it('lists every hut once, page by page', async () => {
  const { id } = await warden.createHut({ name: 'Last Bridge', kilometer: 70, beds: 6 })
  const all = await listIds()
  expect(all).toContain(id)
  expect(await listIds(1)).toEqual(all)
})

it('lists the same hut that it shows', async () => {
  const [first] = (await warden.listHuts()).items
  const { id, name, kilometer, beds, status } = await warden.showHut({ 'hut-id': first?.id ?? '' })
  expect(first).toMatchObject({ id, name, kilometer, beds, status })
})

it('rejects invalid requests with a message, and changes nothing', async () => {
  const before = await listIds()
  const invalid = rejection(400)
  await expect(warden.createHut({ name: 'No Beds', kilometer: 80, beds: 0 })).rejects.toMatchObject(invalid)
  await expect(warden.listHuts({ limit: 51 })).rejects.toMatchObject(invalid)
  expect(await listIds()).toEqual(before)
})

it('rejects invalid credentials', async () => {
  const { id } = await warden.createHut({ name: 'Locked Gate', kilometer: 90, beds: 2 })
  const stranger = clientOf('stranger-token')
  const attempts = [
    () => stranger.listHuts(),
    () => stranger.createHut({ name: 'Strange', kilometer: 91, beds: 2 }),
    () => stranger.showHut({ 'hut-id': id }),
    () => stranger.changeHut({ 'hut-id': id, beds: 3 }),
    () => stranger.removeHut({ 'hut-id': id }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(rejection(401))
})
