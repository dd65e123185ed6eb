import { demoPassword } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const credentials = { email: 'elite@example.com', password: demoPassword }

describe('login', () => {
  it.each([
    ['no customer', {}, "Request body must have required property 'customer'"],
    ['a customer that is no object', { customer: 'elite@example.com' }, 'customer must be object'],
    ['no email', { customer: { password: demoPassword } }, "customer must have required property 'email'"],
    [
      'no password',
      { customer: { email: credentials.email } },
      "customer must have required property 'password'",
    ],
    ['a number as email', { customer: { ...credentials, email: 7 } }, 'customer.email must be string'],
    [
      'a number as password',
      { customer: { ...credentials, password: 7 } },
      'customer.password must be string',
    ],
  ])('refuses a body with %s', { meta: { rules: ['4.3-02'] } }, async (_case, body, message) => {
    const partner = await sandbox.partner()
    const refused = await partner.call('login', { body })
    expect([refused.status, refused.code, refused.messages]).toStrictEqual([
      400,
      'validation_error',
      [message],
    ])
  })
})
