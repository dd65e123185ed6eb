import { handlerEntry, type Route, type RouteEntry } from '../kernel/route-table.ts'
import * as calls from './calls.ts'
import type { Handler } from './pad.ts'

/** All calls, by path and method. */
export const routes: readonly RouteEntry<Route<Handler>>[] = [
  handlerEntry('/login', { POST: ['POST /login', calls.login] }),
  handlerEntry('/notes.create', { POST: ['notes.create', calls.createNote] }),
  handlerEntry('/notes.get', { GET: ['notes.get', calls.getNote] }),
  handlerEntry('/notes.list', { GET: ['notes.list', calls.listNotes] }),
  handlerEntry('/notes.update', { PATCH: ['notes.update', calls.updateNote] }),
  handlerEntry('/notes.delete', { DELETE: ['notes.delete', calls.deleteNote] }),
  handlerEntry('/notes.share', { POST: ['notes.share', calls.shareNote] }),
  handlerEntry('/changes/{since}', { GET: ['changes', calls.countChanges] }),
  handlerEntry('/settings', {
    GET: ['GET /settings', calls.getSettings],
    HEAD: ['settings.head', calls.getSettings],
    PUT: ['settings.put', calls.putSettings],
  }),
]
