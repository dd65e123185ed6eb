import { ApiError, bearer, createApiClient } from '@contract-kit/client'
import { afterAll, expect, it } from 'vitest'
import { type HutsMethods, operations } from '../src/generated/client.ts'
import { serve } from './serve.ts'

const server = await serve()
afterAll(() => server.close())

const clientOf = (token: string) =>
  createApiClient<HutsMethods>(operations, { baseUrl: server.url, session: bearer(() => token) })
const walker = clientOf('walker-token')
const warden = clientOf('warden-token')

it('adds, closes and removes a hut', async () => {
  const hut = await warden.createHut({ name: 'Stone Lake', kilometer: 45, beds: 16 })
  expect(hut).toMatchObject({ id: 'stone-lake', status: 'open' })
  await warden.changeHut({ 'hut-id': hut.id, status: 'closed' })
  expect(await walker.showHut({ 'hut-id': hut.id })).toMatchObject({ status: 'closed', beds: 16 })
  await warden.removeHut({ 'hut-id': hut.id })
  await expect(walker.showHut({ 'hut-id': hut.id })).rejects.toMatchObject({ status: 404 })
})

it('lists huts page by page', async () => {
  const first = await walker.listHuts({ limit: 1 }).withResponse()
  expect(first.data.items.map(({ id }) => id)).toEqual(['birch-saddle'])
  expect(first.headers.get('link')).toBe('</huts?after=birch-saddle&limit=1>; rel="next"')
  const second = await walker.listHuts({ limit: 1, after: 'birch-saddle' }).withResponse()
  expect(second.data.items.map(({ id }) => id)).toEqual(['wolf-spring'])
  expect(second.headers.get('link')).toBeNull()
})

it('lets walkers read only', async () => {
  const attempt = walker.removeHut({ 'hut-id': 'birch-saddle' })
  await expect(attempt).rejects.toBeInstanceOf(ApiError)
  await expect(attempt).rejects.toMatchObject({ status: 403 })
})
