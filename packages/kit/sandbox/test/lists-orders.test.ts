import { describe, expect, it } from 'vitest'
import { listDocument, namesIn, type ListParts } from './list-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const properties = {
  price: { type: 'integer' },
  bornAt: { type: 'string', format: 'date-time' },
  createdAt: { type: 'string', format: 'date-time', readOnly: true },
}
const pets = [
  { name: 'Bo', price: 20, bornAt: '2024-01-01T23:00:00Z' },
  { name: 'Ada', price: 10, bornAt: '2024-01-02T00:30:00+02:00' },
  { name: 'Cy', price: 20 },
  { name: 'Di', price: 5, bornAt: '2024-01-02T00:00:00Z' },
]

async function servePets(parts: ListParts): Promise<ServedSandbox> {
  const api = await serveSandbox(listDocument({ properties, ...parts }))
  for (const pet of pets) await api.send('POST', '/pets', pet)
  return api
}

async function sorted(api: ServedSandbox, query: string): Promise<string> {
  const response = await api.send('GET', `/pets?${query}`)
  expect(response).toMatchObject({ status: 200 })
  return namesIn(response.json).join(' ')
}

const text = { type: 'string' }

describe('the order of a list', () => {
  it('is that of creation, or the newest first where the document says so', async () => {
    await using api = await servePets({})
    expect(await sorted(api, '')).toBe('Bo Ada Cy Di')
    await using newest = await servePets({ description: 'All pets, newest first.' })
    expect(await sorted(newest, '')).toBe('Di Cy Ada Bo')
  })

  it('is by one property or several, and stable', async () => {
    await using api = await servePets({ query: { sort: text } })
    expect(await sorted(api, 'sort=price')).toBe('Di Ada Bo Cy')
    expect(await sorted(api, 'sort=-price')).toBe('Bo Cy Ada Di')
    expect(await sorted(api, 'sort=-price,-name')).toBe('Cy Bo Ada Di')
    expect(await sorted(api, 'sort=unknown')).toBe('Bo Ada Cy Di')
  })

  it('has any of the usual spellings', async () => {
    await using api = await servePets({ query: { order_by: text } })
    for (const spelling of [
      'name:desc',
      'name%20DESC',
      'name.desc',
      'name,desc',
      'desc(name)',
      'name_desc',
      '-name',
    ])
      expect(`${spelling} ${await sorted(api, `order_by=${spelling}`)}`).toBe(`${spelling} Di Cy Bo Ada`)
    expect(await sorted(api, 'order_by=price,ASC;name,DESC')).toBe('Di Ada Cy Bo')
  })

  it('has its direction in a parameter of its own', async () => {
    const order = { type: 'string', enum: ['asc', 'desc'] }
    await using api = await servePets({
      query: { sortBy: { type: 'string', enum: ['name', 'price'] }, order },
    })
    expect(await sorted(api, 'sortBy=name')).toBe('Ada Bo Cy Di')
    expect(await sorted(api, 'sortBy=name&order=desc')).toBe('Di Cy Bo Ada')
    expect(await sorted(api, 'order=desc')).toBe('Di Cy Ada Bo')
  })

  it('takes the values of a choice', async () => {
    const sort = {
      type: 'string',
      enum: ['created_at_asc', 'created_at_desc', 'newest', 'price_asc'],
      default: 'newest',
    }
    await using api = await servePets({ query: { sort } })
    expect(await sorted(api, '')).toBe('Di Cy Ada Bo')
    expect(await sorted(api, 'sort=created_at_asc')).toBe('Bo Ada Cy Di')
    expect(await sorted(api, 'sort=created_at_desc')).toBe('Di Cy Ada Bo')
    expect(await sorted(api, 'sort=price_asc')).toBe('Di Ada Bo Cy')
  })

  it('is that of moments, whatever their offset, with items without one at the end', async () => {
    await using api = await servePets({ query: { sort: text } })
    expect(await sorted(api, 'sort=born_at')).toBe('Ada Bo Di Cy')
    expect(await sorted(api, 'sort=-born_at')).toBe('Di Bo Ada Cy')
  })

  it('is that of amounts where texts are numbers', async () => {
    const cost = { type: 'string', pattern: String.raw`^\d{1,6}\.\d{2}$` }
    await using api = await serveSandbox(listDocument({ properties: { cost }, query: { sort: text } }))
    for (const [name, amount] of [
      ['a', '10.00'],
      ['b', '9.50'],
      ['c', '100.00'],
    ])
      await api.send('POST', '/pets', { name, cost: amount })
    expect(await sorted(api, 'sort=cost')).toBe('b a c')
  })

  it('goes on from page to page', async () => {
    const query = { sort: text, page: { type: 'integer', minimum: 1 }, limit: { type: 'integer' } }
    await using api = await servePets({ query })
    expect(await sorted(api, 'sort=name&limit=3')).toBe('Ada Bo Cy')
    expect(await sorted(api, 'sort=name&limit=3&page=2')).toBe('Di')
  })
})
