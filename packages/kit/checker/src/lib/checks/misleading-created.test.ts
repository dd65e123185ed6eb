import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { misleadingCreated } from './misleading-created.ts'

const verify = async (method: string, status: number, responses: object = { '2XX': { description: 'ok' } }) =>
  misleadingCreated.verify(
    (await createRig(oneOperation({ responses }, { method })))({ operation: 'act', status }),
  )

describe('misleadingCreated', () => {
  it.each(['get', 'delete', 'options'])('accuses 201 to %s', async (method) => {
    expect(await verify(method, 201)).toMatchObject([{ operationId: 'act' }])
  })

  it.each(['post', 'put', 'patch'])('takes 201 to %s', async (method) => {
    expect(await verify(method, 201)).toEqual([])
  })

  it('leaves an undocumented 201 to another check', async () => {
    expect(await verify('get', 201, { 200: { description: 'ok' } })).toEqual([])
    expect(await verify('get', 200)).toEqual([])
  })
})
