import { describe, expect, it } from 'vitest'
import { operationNamed } from '../contract/operations.fixture.ts'
import { formFields } from './form-fields.ts'
import type { FilledForm } from './partner-request.ts'
import { toRequest } from './to-request.ts'

const address = 'http://127.0.0.1:3000'
const filled: FilledForm = { values: {}, token: undefined, body: undefined }

const requestOf = (id: Parameters<typeof operationNamed>[0], form: Partial<FilledForm>) =>
  toRequest(address, operationNamed(id), formFields(operationNamed(id), 'sandbox'), { ...filled, ...form })

describe('toRequest', () => {
  it('puts each value in its place', () => {
    const form = {
      values: {
        'query.checkout': 'condensed',
        'header.x-cc-app': 'demo-app',
        'header.Idempotency-Key': ' key-1 ',
        'header.x-request-id': '',
        'header.Content-Type': 'application/json',
      },
      token: 'a.b.c',
      body: '{}',
    }
    expect(requestOf('checkout', form)).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:3000/v3/orders?checkout=condensed',
      headers: [
        ['x-cc-app', 'demo-app'],
        ['Idempotency-Key', 'key-1'],
        ['Content-Type', 'application/json'],
        ['Authorization', 'Bearer a.b.c'],
      ],
      body: '{}',
    })
  })

  it('escapes what a path cannot hold', () => {
    const values = { 'path.cartId': '$&/ü', 'path.couponCode': 'SAVE 10%' }
    expect(requestOf('applyCoupon', { values }).url).toBe(
      `${address}/v3/carts/%24%26%2F%C3%BC/coupons/SAVE%2010%25`,
    )
  })

  it('leaves out a query that is empty', () => {
    expect(requestOf('checkout', {}).url).toBe(`${address}/v3/orders`)
  })

  it('sends no body where none is taken', () => {
    expect(requestOf('getOrder', { body: '{}' }).body).toBeUndefined()
    expect(requestOf('createCart', { body: '' }).body).toBeUndefined()
  })

  it('sends a body that is not JSON as it is', () => {
    expect(requestOf('createCart', { body: '{"action": ' }).body).toBe('{"action": ')
  })
})
