import { describe, expect, it } from 'vitest'
import { DatabaseUrlError, parseDatabaseUrl } from '../index.ts'

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
    expect(() => parseDatabaseUrl(url)).toThrow(/^the database URL must be sqlite:<path>/)
  })

  it.each(['sqlite:', 'sqlite: ', 'sqlite://host/db', 'sqlite:a\0b'])(
    'refuses a missing file in %j',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow(/^the database URL names no file/)
    },
  )

  it.each(['postgres', 'postgresql', 'POSTGRES'])('says that %s is not available', (scheme) => {
    const url = `${scheme}://user:hunter2@db.example.com/app`
    expect(() => parseDatabaseUrl(url)).toThrow(/^PostgreSQL is not available yet; use sqlite:<path>/)
  })

  it.each(['postgres://u:hunter2@h/d', 'mysql://u:hunter2@h/d', 'sqlite://u:hunter2@h/d'])(
    'says one line without a secret for %s',
    (url) => {
      const message = messageOf(url)
      expect(message).not.toContain('hunter2')
      expect(message).not.toContain('\n')
    },
  )
})

function messageOf(url: string): string {
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message
  }
  throw new TypeError('It was accepted, or failed otherwise')
}
