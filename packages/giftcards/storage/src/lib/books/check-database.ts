import { type OnProgress, readDatabase } from '../database/open-database.ts'
import { type BooksReport, checkBooks } from './check-books.ts'

/**
 * Audits a database, in use or not, from one snapshot. Changes nothing. Rejects with `StoreOpenError` if the schema is not that of
 * this version.
 */
export function checkDatabase(url: string, onProgress: OnProgress): Promise<BooksReport> {
  return readDatabase(url, (db) => checkBooks(db, onProgress))
}
