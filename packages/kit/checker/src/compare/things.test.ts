import { describe, expect, it } from 'vitest'
import { createRig } from '../../test/create-exchange.ts'
import { jsonBody, jsonResponse, oneOperation } from '../../test/one-operation.ts'
import { commonFields, pairThings, readSent, readShown } from './things.ts'

const pet = { type: 'object', properties: { name: { type: 'string' }, id: { type: 'integer' } } }
const wrapped = (name: string) => ({ type: 'object', properties: { [name]: pet } })
const rig = (sent: object, shown: object) =>
  createRig(
    oneOperation(
      { requestBody: jsonBody(sent), responses: { 200: jsonResponse(shown) } },
      { method: 'post' },
    ),
  )

const thing = (value: object) => ({ value: { ...value }, schemas: [] })

describe('readShown', () => {
  it('shows the answer and what it wraps, with their schemas', async () => {
    const exchange = (await rig(pet, wrapped('data')))({
      operation: 'act',
      status: 200,
      json: { data: { name: 'Rex' } },
    })
    expect(readShown(exchange).map(({ value }) => value)).toEqual([
      { data: { name: 'Rex' } },
      { name: 'Rex' },
    ])
    expect(readShown(exchange)[1]?.schemas.map(({ schema }) => schema)).toEqual([pet])
  })

  it('shows nothing of a list or a text', async () => {
    const exchange = await rig(pet, {})
    expect(readShown(exchange({ operation: 'act', status: 200, json: [{ name: 'Rex' }] }))).toEqual([])
    expect(readShown(exchange({ operation: 'act', status: 200 }))).toEqual([])
  })
})

describe('pairThings', () => {
  it.each([
    [pet, wrapped('data'), { name: 'Rex' }, { data: { name: 'Bello' } }],
    [wrapped('pet'), pet, { pet: { name: 'Rex' } }, { name: 'Bello' }],
    [wrapped('data'), wrapped('result'), { data: { name: 'Rex' } }, { result: { name: 'Bello' } }],
  ])('finds the thing in any envelope', async (sent, shown, body, json) => {
    const exchange = (await rig(sent, shown))({ operation: 'act', body, status: 200, json })
    const [left, right] = pairThings(readSent(exchange), readShown(exchange)) ?? []
    expect(left?.value).toEqual({ name: 'Rex' })
    expect(right?.value).toEqual({ name: 'Bello' })
    expect(left && right && commonFields(left, right, true)).toMatchObject([
      { name: 'name', left: 'Rex', right: 'Bello' },
    ])
  })

  it('pairs nothing where no name is common', () => {
    expect(pairThings([thing({ a: 1 })], [thing({ b: 1 })])).toBeUndefined()
    expect(pairThings([], [thing({ b: 1 })])).toBeUndefined()
  })
})
