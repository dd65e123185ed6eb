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

  it('tells a row of one code from one of several', () => {
    const rows = new Map(readErrorTable(description).map((row) => [row.key, row]))
    expect(rows.get('404 cart_not_found')).toStrictEqual({
      key: '404 cart_not_found',
      message: 'Cart not found',
      cause: 'The cart is unknown, expired or of another caller',
      isAlone: true,
    })
    expect(rows.get('400 token_expired')?.isAlone).toBe(false)
  })
})

describe('toErrorNotes', () => {
  const notes = toErrorNotes(description)

  it('joins the advice with the cause by the contract', () => {
    expect(notes['404 cart_not_found']).toStrictEqual({
      action: errorAdvice['404 cart_not_found']?.advice,
      group: 'Carts and stock',
      cause: 'The cart is unknown, expired or of another caller.',
    })
  })

  it('leaves the cause to the examples where a row is about several codes', () => {
    expect(notes['400 token_expired']).not.toHaveProperty('cause')
  })

  it('has the message of an error that no operation declares', () => {
    expect(notes['405 method_not_allowed']?.message).toBe('Method not allowed')
    expect(notes['404 cart_not_found']).not.toHaveProperty('message')
  })

  it('refuses an error without advice', () => {
    expect(() => toErrorNotes('| 418 | `teapot` | Teapot | It is one |')).toThrow(
      'No advice for 418 teapot',
    )
  })
})
