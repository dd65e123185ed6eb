import { operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { fieldNamed, operationNamed, operations } from './operations.fixture.ts'

describe('readOperations', () => {
  it('reads every operation of the contract', () => {
    const rows = operations.map(({ id, method, path, tag, takesToken }) => [
      id,
      { method, path, tag, takesToken },
    ])
    const wanted = Object.values(operationTable).map((row) => [
      row.operationId,
      {
        method: row.method.toUpperCase(),
        path: row.path,
        tag: row.tags[0],
        takesToken: row.access !== 'none',
      },
    ])
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(wanted))
  })

  it('reads the parameters of path and operation', () => {
    expect(operationNamed('checkout').fields.map(({ id }) => id)).toEqual([
      'header.x-cc-app',
      'query.checkout',
      'header.Idempotency-Key',
      'header.x-request-id',
    ])
  })

  it('leaves out what the browser sets itself', () => {
    expect(operations.flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain('User-Agent')
  })

  it('lists the only values of a parameter', () => {
    expect(fieldNamed('checkout', 'checkout')).toMatchObject({ choices: ['condensed'], example: 'condensed' })
  })

  it('knows the same parameter in two operations', () => {
    expect(fieldNamed('addCards', 'cartId').identity).toBe(fieldNamed('removeCoupon', 'cartId').identity)
  })

  it('tells parameters of one name apart', () => {
    expect(fieldNamed('removeCard', 'cardId').identity).not.toBe(
      fieldNamed('getWalletCard', 'cardId').identity,
    )
  })

  it('reads the answer of each status', () => {
    const answer = operationNamed('checkout').answers.get('201')
    expect(answer?.headers).toContain('x-token-exp-seconds')
    expect(answer?.links.map(({ operationId }) => operationId)).toEqual(['getOrder', 'getWalletCard'])
    expect(
      operationNamed('checkout')
        .answers.get('422')
        ?.examples.map(({ name }) => name),
    ).toEqual(['idempotency_mismatch'])
  })

  it('gives no body to operations that take none', () => {
    expect(operations.filter(({ body }) => body !== undefined).map(({ id }) => id)).toEqual([
      'login',
      'createCart',
      'addCards',
      'adjustCardQuantity',
      'checkout',
    ])
  })
})
