import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { Input } from './handler.ts'

/** One numbered page of a list, with the count of all. */
export const pageReply = (items: readonly unknown[], { query }: Input, firstOf = pageStart): Reply => {
  const page = query.page as number
  const size = query.size as number
  const start = firstOf(page, size)
  const reply = jsonReply(200, { items: items.slice(start, start + size), page, size })
  return withHeaders(reply, { 'x-total-count': String(items.length) })
}

const pageStart = (page: number, size: number): number => (page - 1) * size
