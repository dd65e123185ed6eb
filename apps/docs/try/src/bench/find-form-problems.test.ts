import { openapiDocument } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { operationNamed } from '../contract/operations.fixture.ts'
import { formFields } from '../request/form-fields.ts'
import { findBodyProblems, findFieldProblem } from './find-form-problems.ts'

const problemOf = (id: Parameters<typeof operationNamed>[0], name: string, value: string) => {
  const field = formFields(operationNamed(id), 'sandbox').find((one) => one.name === name)
  return field === undefined ? 'no such field' : findFieldProblem(openapiDocument, field, value)
}

describe('findFieldProblem', () => {
  it.each([
    ['getWalletCard', 'cardId', '200001', undefined],
    ['getWalletCard', 'cardId', '0', 'cardId must be at least 1'],
    ['getWalletCard', 'cardId', '1.5', 'cardId must be an integer'],
    ['getWalletCard', 'cardId', 'abc', 'cardId must be an integer'],
    ['getWalletCard', 'cardId', ' ', 'cardId is required'],
    ['getOrder', 'orderId', 'abc', 'orderId must be a valid UUID'],
    ['checkout', 'checkout', 'full', 'checkout must be condensed'],
    ['checkout', 'Idempotency-Key', '', undefined],
    ['checkout', 'Idempotency-Key', 'a b', 'Idempotency-Key has an invalid format'],
    ['checkout', 'x-cc-app', '', 'x-cc-app is required'],
  ] as const)('judges %s %s = "%s"', (id, name, value, problem) => {
    expect(problemOf(id, name, value)).toBe(problem)
  })
})

describe('findBodyProblems', () => {
  it('names an error of JSON before all', () => {
    expect(findBodyProblems(openapiDocument, operationNamed('createCart'), '{\n"action": buy}')).toEqual([
      'Request body is not valid JSON: see line 2',
    ])
  })

  it('judges by the schema of the operation', () => {
    expect(findBodyProblems(openapiDocument, operationNamed('createCart'), '{"action": "sell"}')).toEqual([
      'action must be buy',
    ])
  })

  it('has nothing against no body', () => {
    expect(findBodyProblems(openapiDocument, operationNamed('getOrder'), undefined)).toEqual([])
  })
})
