import { describe, expect, it } from 'vitest'
import { DatabaseUrlError, maskDatabaseUrl, parseDatabaseUrl } from '../index.ts'

describe('parseDatabaseUrl', () => {
  it.each([
    ['sqlite:./.data/marketplace.db', './.data/marketplace.db'],
    ['sqlite:marketplace.db', 'marketplace.db'],
    ['sqlite:/var/lib/marketplace.db', '/var/lib/marketplace.db'],
    ['sqlite:///var/lib/marketplace.db', '/var/lib/marketplace.db'],
    ['SQLITE:a b.db', 'a b.db'],
    ['sqlite::memory:', ':memory:'],
  ])('reads %s', (url, location) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: 'sqlite', location })
  })

  it.each([
    'postgres://ada:hunter2@db.example.com/cards',
    'postgresql://localhost:5433/cards?sslmode=verify-full',
    'POSTGRES://localhost/cards',
    'postgres:///cards?host=/run/postgresql',
  ])('reads %s', (url) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: 'postgres', url })
  })

  it.each([
    ['', 'must be sqlite:<path> or postgres:'],
    ['marketplace.db', 'must be sqlite:<path> or postgres:'],
    ['mysql://u:hunter2@h/d', 'must be sqlite:<path> or postgres:'],
    ['http://example.com', 'must be sqlite:<path> or postgres:'],
    ['sqlite:', 'names no file'],
    ['sqlite: ', 'names no file'],
    ['sqlite://u:hunter2@h/d', 'names no file'],
    ['sqlite:a\0b', 'names no file'],
    ['postgres:cards', 'cannot be read; write for example postgres:'],
    ['postgres://ada:hunter2/@host/cards', 'cannot be read; write for example postgres:'],
    ['postgres://host:port/cards', 'cannot be read; write for example postgres:'],
    ['postgres://u:hunter2@h', 'names no database; write for example postgres:'],
    ['postgres://localhost/', 'names no database; write for example postgres:'],
  ])('refuses %j in one line without a secret', (url, reason) => {
    const parse = () => parseDatabaseUrl(url)
    expect(parse).toThrow(DatabaseUrlError)
    expect(parse).toThrow(`the database URL ${reason}`)
    expect(parse).toThrow(/^(?!.*hunter2)[^\n]+$/)
  })
})

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
