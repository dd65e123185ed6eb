import { describe, expect, it } from 'vitest'
import { fitsParameter } from './facts.ts'

describe('fitsParameter', () => {
  it.each([
    ['petId', 'id'],
    ['petId', 'petId'],
    ['pet_id', 'uuid'],
    ['id', 'petId'],
    ['pet', 'id'],
    ['slug', 'slug'],
    ['ticketKey', 'key'],
    ['name', 'label_name'],
  ])('fills %s with %s', (parameter, property) => {
    expect(fitsParameter(parameter, property)).toBe(true)
  })

  it.each([
    ['slug', 'id'],
    ['code', 'uuid'],
    ['pet', 'name'],
    ['petId', 'number'],
    ['ticketKey', 'ticketId'],
  ])('does not fill %s with %s', (parameter, property) => {
    expect(fitsParameter(parameter, property)).toBe(false)
  })
})
