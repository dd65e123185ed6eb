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

  it.each(['', 'marketplace.db', './a.db', 'mysql://host/db', 'http://example.com'])('refuses %j', (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(/^the database URL must be sqlite:<path> or postgres:/)
  })

  it.each(['sqlite:', 'sqlite: ', 'sqlite://host/db', 'sqlite:a\0b'])(
    'refuses a missing file in %j',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow(/^the database URL names no file/)
    },
  )

  it.each([
    'postgres://ada:hunter2@db.example.com/cards',
    'postgresql://localhost:5433/cards?sslmode=verify-full',
    'POSTGRES://localhost/cards',
    'postgres:///cards?host=/run/postgresql',
  ])('reads %s', (url) => {
    expect(parseDatabaseUrl(url)).toEqual({ engine: 'postgres', url })
  })

  it.each(['postgres:cards', 'postgres://ada:hunter2/@host/cards', 'postgres://host:port/cards'])(
    'refuses %s that cannot be read',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow(
        /^the database URL cannot be read; write for example postgres:/,
      )
    },
  )

  it.each(['postgres://localhost', 'postgres://localhost/'])('refuses %s without a database', (url) => {
    expect(() => parseDatabaseUrl(url)).toThrow(
      /^the database URL names no database; write for example postgres:/,
    )
  })

  it.each([
    'postgres://u:hunter2@h',
    'postgres://u:hunter2/@h/d',
    'mysql://u:hunter2@h/d',
    'sqlite://u:hunter2@h/d',
  ])('says one line without a secret for %s', (url) => {
    const message = messageOf(url)
    expect(message).not.toContain('hunter2')
    expect(message).not.toContain('\n')
  })
})

function messageOf(url: string): string {
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message
  }
  throw new TypeError('It was accepted, or failed otherwise')
}

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
