import { describe, expect, it } from 'vitest'
import { maskDatabaseUrl } from '../index.ts'

describe('maskDatabaseUrl', () => {
  it.each([
    ['sqlite:./a b.db', 'sqlite:./a b.db'],
    ['postgres://localhost/cards', 'postgres://localhost/cards'],
    ['postgres://ada:hunter2@db.example.com:5433/cards', 'postgres://***@db.example.com:5433/cards'],
    ['POSTGRESQL://ada@db.example.com/cards', 'POSTGRESQL://***@db.example.com/cards'],
    ['postgres://db.example.com/cards?user=ada&password=hunter2', 'postgres://db.example.com/cards'],
    ['postgres://ada:hunter2@2@db.example.com/cards?sslmode=disable', 'postgres://***@db.example.com/cards'],
    ['postgres://ada:hunter2?@db.example.com/cards', 'postgres://***@db.example.com/cards'],
    ['postgres://ada:hunter2#/@db.example.com/cards', 'postgres://***@db.example.com/cards'],
  ])('shows %s without secrets', (url, shown) => {
    expect(maskDatabaseUrl(url)).toBe(shown)
  })
})
