import { describe, expect, it } from 'vitest'
import { type Pet, petsDocument } from './pets.ts'
import { serveSandbox } from './serve.ts'

describe('the life of an item', () => {
  it('is created, read, listed, replaced and deleted', async () => {
    await using api = await serveSandbox(petsDocument)
    const created = await api.send('POST', '/pets', { name: 'Rex' })
    const rex = created.json as Pet
    expect(created.status).toBe(201)
    expect(rex).toStrictEqual({ id: rex.id, name: 'Rex', kind: 'cat', createdAt: rex.createdAt })
    expect(rex.id).toMatch(/^[\da-f]{8}-/)

    expect((await api.send('GET', `/pets/${rex.id}`)).json).toStrictEqual(rex)
    expect((await api.send('GET', '/pets')).json).toStrictEqual([rex])

    const replaced = await api.send('PUT', `/pets/${rex.id}`, { name: 'Rexi', kind: 'dog' })
    expect(replaced.json).toStrictEqual({ ...rex, name: 'Rexi', kind: 'dog' })
    expect((await api.send('GET', `/pets/${rex.id}`)).json).toStrictEqual(replaced.json)

    expect((await api.send('DELETE', `/pets/${rex.id}`)).status).toBe(204)
    expect((await api.send('GET', `/pets/${rex.id}`)).status).toBe(404)
    expect((await api.send('GET', '/pets')).json).toStrictEqual([])
  })

  it('begins only with a valid request', async () => {
    await using api = await serveSandbox(petsDocument)
    expect((await api.send('POST', '/pets', { name: '' })).status).toBe(400)
    expect((await api.send('GET', '/pets')).json).toStrictEqual([])
  })
})
