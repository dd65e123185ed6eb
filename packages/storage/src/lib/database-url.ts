/** The database URL cannot be used. The message is one line for an operator and never repeats the URL. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

/** What a database URL names. */
export interface DatabaseLocation {
  readonly engine: 'sqlite'
  /** A path, or `:memory:`. */
  readonly location: string
}

const example = 'for example sqlite:./.data/marketplace.db or sqlite::memory:'

/**
 * Reads `sqlite:<path>`, `sqlite:///<absolute path>` or `sqlite::memory:` (decision: how it is started).
 * Throws `DatabaseUrlError` on anything else, PostgreSQL for the time being included.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  const scheme = url.slice(0, url.indexOf(':') + 1).toLowerCase()
  if (scheme === 'postgres:' || scheme === 'postgresql:')
    throw new DatabaseUrlError(`PostgreSQL is not available yet; use sqlite:<path>, ${example}`)
  if (scheme !== 'sqlite:') throw new DatabaseUrlError(`the database URL must be sqlite:<path>, ${example}`)
  const path = url.slice(scheme.length).replace(/^\/\/(?=\/)/, '')
  if (path.trim() === '' || path.includes('\0') || path.startsWith('//'))
    throw new DatabaseUrlError(`the database URL names no file; write sqlite:<path>, ${example}`)
  return { engine: 'sqlite', location: path }
}
