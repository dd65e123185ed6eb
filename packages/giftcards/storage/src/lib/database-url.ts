/** The database URL cannot be used. The message is one line for an operator and never repeats the URL. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

/** The location that a database URL names. */
export type DatabaseLocation =
  | {
      readonly engine: 'sqlite'
      /** A path, or `:memory:`. */
      readonly location: string
    }
  | { readonly engine: 'postgres'; readonly url: string }

const sqliteExample = 'for example sqlite:./.data/marketplace.db or sqlite::memory:'
const postgresExample = 'for example postgres://user:password@localhost:5432/marketplace'

/**
 * Reads `sqlite:<path>`, `sqlite:///<absolute path>` or `sqlite::memory:`, and `postgres://…/<database>` or
 * `postgresql://…` (decision: how it is started). Throws `DatabaseUrlError` on anything else.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  const scheme = url.slice(0, url.indexOf(':') + 1).toLowerCase()
  switch (scheme) {
    case 'sqlite:':
      return parseSqliteUrl(url)
    case 'postgres:':
    case 'postgresql:':
      return parsePostgresUrl(url)
    default:
      throw new DatabaseUrlError(
        `the database URL must be sqlite:<path> or postgres://<address>/<database>, ${sqliteExample}`,
      )
  }
}

function parseSqliteUrl(url: string): DatabaseLocation {
  const path = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
  if (path.trim() === '' || path.includes('\0') || path.startsWith('//'))
    throw new DatabaseUrlError(`the database URL names no file; write sqlite:<path>, ${sqliteExample}`)
  return { engine: 'sqlite', location: path }
}

function parsePostgresUrl(url: string): DatabaseLocation {
  if (!/^\w+:\/\//.test(url) || !URL.canParse(url))
    throw new DatabaseUrlError(
      `the database URL cannot be read; write ${postgresExample}, and escape characters other than letters and digits (%40 for @)`,
    )
  if (new URL(url).pathname.length < 2)
    throw new DatabaseUrlError(`the database URL names no database; write ${postgresExample}`)
  return { engine: 'postgres', url }
}

/** Returns a database URL without user, password and options, which may contain a password too. */
export function maskDatabaseUrl(url: string): string {
  const [, scheme, rest = ''] = /^(postgres(?:ql)?:\/\/)(.*)$/is.exec(url) ?? []
  if (scheme === undefined) return url
  // The host comes after the last @, even if the password contains unescaped characters.
  const at = rest.lastIndexOf('@')
  const place = rest.slice(at + 1).replace(/[?#].*$/s, '')
  return at === -1 ? scheme + place : `${scheme}***@${place}`
}
