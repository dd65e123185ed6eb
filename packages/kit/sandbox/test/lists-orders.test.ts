import { beforeEach, describe, expect, it } from 'vitest'
import { listDocument, namesIn, type ListParts } from './list-document.ts'
import { serveSandbox, type ServedSandbox, shareSandbox } from './serve.ts'

const text = { type: 'string' }
const properties = {
  price: { type: 'integer' },
  bornAt: { type: 'string', format: 'date-time' },
  createdAt: { type: 'string', format: 'date-time', readOnly: true },
  cost: { type: 'string', pattern: String.raw`^\d{1,6}\.\d{2}$` },
}
const pets = [
  { name: 'Bo', price: 20, bornAt: '2024-01-01T23:00:00Z', cost: '10.00' },
  { name: 'Ada', price: 10, bornAt: '2024-01-02T00:30:00+02:00', cost: '9.50' },
  { name: 'Cy', price: 20, cost: '100.00' },
  { name: 'Di', price: 5, bornAt: '2024-01-02T00:00:00Z', cost: '0.50' },
]
const documentWith = (parts: ListParts) => listDocument({ ...parts, properties })
const fill = async (api: ServedSandbox) => {
  for (const pet of pets) await api.send('POST', '/pets', pet)
}

async function sorted(api: ServedSandbox, query: string): Promise<string> {
  const response = await api.send('GET', `/pets?${query}`)
  expect(response).toMatchObject({ status: 200 })
  return namesIn(response.json).join(' ')
}

describe('the order of a list', () => {
  const query = { sort: text, page: { type: 'integer', minimum: 1 }, limit: { type: 'integer' } }
  const api = shareSandbox(documentWith({ query }))
  beforeEach(() => fill(api))

  it.each([
    ['', 'Bo Ada Cy Di'],
    ['sort=unknown', 'Bo Ada Cy Di'],
    ['sort=price', 'Di Ada Bo Cy'],
    ['sort=-price', 'Bo Cy Ada Di'],
    ['sort=-price,-name', 'Cy Bo Ada Di'],
    ...['name:desc', 'name%20DESC', 'name.desc', 'name,desc', 'desc(name)', 'name_desc', '-name'].map(
      (spelling) => [`sort=${spelling}`, 'Di Cy Bo Ada'],
    ),
    ['sort=price,ASC;name,DESC', 'Di Ada Cy Bo'],
    // Moments are compared whatever their offset; items without one are at the end.
    ['sort=born_at', 'Ada Bo Di Cy'],
    ['sort=-born_at', 'Di Bo Ada Cy'],
    // Texts that are amounts are compared as numbers.
    ['sort=cost', 'Di Ada Bo Cy'],
    ['sort=name&limit=3', 'Ada Bo Cy'],
    ['sort=name&limit=3&page=2', 'Di'],
  ])('is for "%s" %s', async (sent, names) => {
    expect(await sorted(api, sent)).toBe(names)
  })

  const choices = ['created_at_asc', 'created_at_desc', 'newest', 'price_asc']
  it.each<[string, ListParts, Readonly<Record<string, string>>]>([
    [
      'is the newest first where the document says so',
      { description: 'Newest first.' },
      { '': 'Di Cy Ada Bo' },
    ],
    [
      'has its direction in a parameter of its own',
      { query: { sortBy: { enum: ['name', 'price'] }, order: { enum: ['asc', 'desc'] } } },
      {
        'sortBy=name': 'Ada Bo Cy Di',
        'sortBy=name&order=desc': 'Di Cy Bo Ada',
        'order=desc': 'Di Cy Ada Bo',
      },
    ],
    [
      'takes the values of a choice',
      { query: { sort: { type: 'string', enum: choices, default: 'newest' } } },
      {
        '': 'Di Cy Ada Bo',
        'sort=created_at_asc': 'Bo Ada Cy Di',
        'sort=created_at_desc': 'Di Cy Ada Bo',
        'sort=price_asc': 'Di Ada Bo Cy',
      },
    ],
  ])('%s', async (_title, parts, orders) => {
    await using other = await serveSandbox(documentWith(parts))
    await fill(other)
    for (const [sent, names] of Object.entries(orders)) expect(await sorted(other, sent)).toBe(names)
  })
})
