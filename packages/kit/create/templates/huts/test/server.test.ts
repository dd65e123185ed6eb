import { bearer, createApiClient } from '@contract-kit/client'
import { afterAll, expect, it } from 'vitest'
import { type ApiMethods, operations } from '../src/generated/client.ts'
import { serve } from './serve.ts'

/** Tests of this server only, with its huts and tokens. */
const server = await serve()
afterAll(() => server.close())

const clientOf = (token: string) =>
  createApiClient<ApiMethods>(operations, { baseUrl: server.url, session: bearer(() => token) })
const walker = clientOf('walker-token')
const warden = clientOf('warden-token')

it('lists huts in trail order, with a link to the next page', async () => {
  const first = await walker.listHuts({ limit: 1 }).withResponse()
  expect(first.data.items.map(({ id }) => id)).toEqual(['birch-saddle'])
  expect(first.headers.get('link')).toBe('</huts?after=birch-saddle&limit=1>; rel="next"')
  const second = await walker.listHuts({ limit: 1, after: 'birch-saddle' }).withResponse()
  expect(second.data.items.map(({ id }) => id)).toEqual(['wolf-spring'])
  expect(second.headers.get('link')).toBeNull()
})

it('derives the ID from the name, which must be unique', async () => {
  const stoneLake = { name: 'Stone Lake', kilometer: 45, beds: 16 }
  expect(await warden.createHut(stoneLake)).toMatchObject({ id: 'stone-lake' })
  await expect(warden.createHut(stoneLake)).rejects.toMatchObject({ status: 409 })
})

it('allows walkers only to read', async () => {
  await expect(walker.removeHut({ 'hut-id': 'birch-saddle' })).rejects.toMatchObject({ status: 403 })
})
