import type { RouteEntry } from '../kernel/route-table.ts'
import * as calls from './calls.ts'
import type { Handler } from './pad.ts'

/** A call, and where it stands in the document. */
export interface Route {
  readonly id: string
  readonly method: string
  readonly handle: Handler
}

const path = (
  template: string,
  operations: Readonly<Record<string, readonly [id: string, handle: Handler]>>,
): RouteEntry<Route> => ({
  template,
  operations: new Map(
    Object.entries(operations).map(([method, [id, handle]]) => [
      method,
      { id, method: method.toLowerCase(), handle },
    ]),
  ),
})

/** All calls, by path and method. */
export const routes: readonly RouteEntry<Route>[] = [
  path('/login', { POST: ['POST /login', calls.login] }),
  path('/notes.create', { POST: ['notes.create', calls.createNote] }),
  path('/notes.get', { GET: ['notes.get', calls.getNote] }),
  path('/notes.list', { GET: ['notes.list', calls.listNotes] }),
  path('/notes.update', { PATCH: ['notes.update', calls.updateNote] }),
  path('/notes.delete', { DELETE: ['notes.delete', calls.deleteNote] }),
  path('/notes.share', { POST: ['notes.share', calls.shareNote] }),
  path('/changes/{since}', { GET: ['changes', calls.countChanges] }),
  path('/settings', {
    GET: ['GET /settings', calls.getSettings],
    HEAD: ['settings.head', calls.getSettings],
    PUT: ['settings.put', calls.putSettings],
  }),
]
