import { describe, expect, it } from 'vitest'
import { readContract } from './contract-document.ts'
import { errorAdvice } from './error-advice.ts'
import { readErrorTable, toErrorNotes } from './error-notes.ts'

const { description } = readContract('openapi').info

describe('readErrorTable', () => {
  it('has an entry for each status and code', () => {
    const keys = readErrorTable(description).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(40)
  })
})

describe('toErrorNotes', () => {
  const notes = toErrorNotes(description)

  it('joins the advice with the cause by the contract', () => {
    expect(notes['404 cart_not_found']).toStrictEqual({
      action: errorAdvice['404 cart_not_found']?.advice,
      group: 'Carts and stock',
      cause: 'The cart is unknown, expired or not yours.',
    })
    expect(notes['400 token_expired']).not.toHaveProperty('cause')
    expect(notes['405 method_not_allowed']?.message).toBe('Method not allowed')
  })

  it('rejects an error without advice', () => {
    expect(() => toErrorNotes('| 418 | `teapot` | Teapot | It is one |')).toThrow(
      'No advice for 418 teapot',
    )
  })
})
