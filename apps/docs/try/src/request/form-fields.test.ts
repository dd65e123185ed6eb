import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { operationNamed } from '../contract/operations.fixture.ts'
import { toText } from '../json-object.ts'
import { formFields } from './form-fields.ts'
import { sandboxTriggers } from './sandbox-triggers.ts'

const names = (id: Parameters<typeof operationNamed>[0], kind: 'sandbox' | 'mock') =>
  formFields(operationNamed(id), kind).map(({ name }) => name)

describe('formFields', () => {
  it('offers the sandbox its triggers', () => {
    expect(names('getOrder', 'sandbox')).toEqual(['x-cc-app', 'orderId', 'x-request-id', 'x-sandbox-trigger'])
  })

  it('offers the mock its examples', () => {
    const prefer = formFields(operationNamed('createCart'), 'mock').at(-1)
    expect(prefer?.name).toBe('Prefer')
    expect(prefer?.choices).toContain('code=200, example=existing')
    expect(prefer?.choices).toContain('code=400, example=token_expired')
  })

  it('asks for a media type where there is a body', () => {
    expect(names('createCart', 'sandbox')).toContain('Content-Type')
    expect(names('applyCoupon', 'sandbox')).not.toContain('Content-Type')
  })

  it('makes keys for the field of keys alone', () => {
    const keys = formFields(operationNamed('checkout'), 'sandbox').filter(({ control }) => control === 'key')
    expect(keys.map(({ name }) => name)).toEqual(['Idempotency-Key'])
  })
})

describe('sandboxTriggers', () => {
  it('are those of the contract', () => {
    const section = /## Sandbox([^#]+)/.exec(toText(openapiDocument.info['description']))?.[1] ?? ''
    const named = Array.from(section.matchAll(/`([a-z_]+)(?:=<ms>)?`/g), ([, name]) => name)
    expect(sandboxTriggers.map((trigger) => trigger.replace(/=.*/, ''))).toEqual(named)
  })
})
