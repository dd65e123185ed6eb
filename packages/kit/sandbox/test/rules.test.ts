import { describe, expect, it } from 'vitest'
import { ordersDocument } from './orders.ts'
import { type Pet, petsDocument } from './pets.ts'
import { serveSandbox } from './serve.ts'

const search = {
  get: {
    operationId: 'findPet',
    parameters: [{ name: 'tag', in: 'query', required: true, schema: { type: 'string' } }],
    responses: petsDocument.paths['/pets/{petId}'].get.responses,
  },
}
const document = { ...petsDocument, paths: { ...petsDocument.paths, '/tag-lookup': search } }

describe('rules', () => {
  it('give an operation the role that they say', async () => {
    const rules = { operations: { findPet: { does: 'read', resource: 'pet', id: 'query.tag' } } }
    await using api = await serveSandbox(document, { rules })
    const { json: rex } = await api.send('POST', '/pets', { name: 'Rex' })
    expect(await api.send('GET', `/tag-lookup?tag=${(rex as Pet).id}`)).toMatchObject({
      status: 200,
      json: rex,
    })
    expect(await api.status('GET', '/tag-lookup?tag=nobody')).toBe(404)
  })

  it('say what an action sets', async () => {
    const paths = {
      ...petsDocument.paths,
      '/pets/{petId}/train': {
        post: {
          operationId: 'trainPet',
          'x-sandbox': { set: { kind: 'dog' } },
          parameters: petsDocument.paths['/pets/{petId}'].parameters,
          responses: petsDocument.paths['/pets/{petId}'].get.responses,
        },
      },
    }
    await using api = await serveSandbox({ ...petsDocument, paths })
    const { id } = (await api.send('POST', '/pets', { name: 'Tom' })).json as Pet
    expect((await api.send('POST', `/pets/${id}/train`)).json).toMatchObject({ id, name: 'Tom', kind: 'dog' })
  })

  it('make properties unique', async () => {
    await using api = await serveSandbox(petsDocument, {
      rules: { resources: { pet: { unique: ['name'] } } },
    })
    expect(await api.status('POST', '/pets', { name: 'Rex' })).toBe(201)
    expect(await api.status('POST', '/pets', { name: 'Rex' })).toBe(409)
    expect(await api.status('POST', '/pets', { name: 'Tom' })).toBe(201)
  })

  it('name the items of the beginning, which a reset brings back', async () => {
    const seed = [{ name: 'Rex' }, { name: 'Tom', kind: 'dog' }]
    await using api = await serveSandbox(petsDocument, { rules: { resources: { pet: { seed } } } })
    const { json: first } = await api.send('GET', '/pets')
    expect(first).toMatchObject(seed)
    for (const { id } of first as readonly Pet[]) await api.send('DELETE', `/pets/${id}`)
    expect(await api.read('/pets')).toStrictEqual([])
    api.sandbox.reset()
    expect(await api.read('/pets')).toMatchObject(seed)
  })

  it('of a resource that is not there are refused', async () => {
    await expect(
      serveSandbox(ordersDocument, { rules: { resources: { pet: { seed: 1 } } } }),
    ).rejects.toThrow('There is a rule for the unknown resource pet; the resources are order, line, voucher.')
  })
})
