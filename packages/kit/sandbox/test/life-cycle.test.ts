import { describe, expect, it } from 'vitest'
import { type Pet, petsDocument } from './pets.ts'
import { serveSandbox } from './serve.ts'

describe('the life of an item', () => {
  it('is created by a valid request, read, listed, replaced and deleted', async () => {
    await using api = await serveSandbox(petsDocument)
    expect(await api.status('POST', '/pets', { name: '' })).toBe(400)
    expect(await api.read('/pets')).toStrictEqual([])

    const created = await api.send('POST', '/pets', { name: 'Rex' })
    const rex = created.json as Pet
    expect(created.status).toBe(201)
    expect(rex).toStrictEqual({ id: rex.id, name: 'Rex', kind: 'cat', createdAt: rex.createdAt })
    expect(await api.read(`/pets/${rex.id}`)).toStrictEqual(rex)
    expect(await api.read('/pets')).toStrictEqual([rex])

    const replaced = await api.send('PUT', `/pets/${rex.id}`, { name: 'Rexi', kind: 'dog' })
    expect(replaced.json).toStrictEqual({ ...rex, name: 'Rexi', kind: 'dog' })
    expect(await api.read(`/pets/${rex.id}`)).toStrictEqual(replaced.json)

    expect(await api.status('DELETE', `/pets/${rex.id}`)).toBe(204)
    expect(await api.status('GET', `/pets/${rex.id}`)).toBe(404)
    expect(await api.read('/pets')).toStrictEqual([])
  })
})
