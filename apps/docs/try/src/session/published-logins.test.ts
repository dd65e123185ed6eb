import { describe, expect, it } from 'vitest'
import { operations } from '../contract/operations.fixture.ts'
import { findPublishedLogins } from './published-logins.ts'

describe('findPublishedLogins', () => {
  it('finds the customers of the contract', () => {
    expect(findPublishedLogins(operations)).toEqual([
      { name: 'loginElite', email: 'elite@example.com' },
      { name: 'loginStandard', email: 'standard@example.com' },
    ])
  })
})
