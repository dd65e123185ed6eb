import * as authors from './authors.ts'
import * as books from './books.ts'
import * as copies from './copies.ts'
import type { Handler } from './handler.ts'
import { listBooks } from './list-books.ts'
import * as loans from './loans.ts'
import * as members from './members.ts'
import { getOpeningHours } from './opening-hours.ts'

/** The handler of each operation, by operationId. */
export const handlers: Readonly<Record<string, Handler>> = {
  ...authors,
  ...books,
  ...copies,
  ...loans,
  ...members,
  listBooks,
  getOpeningHours,
}
