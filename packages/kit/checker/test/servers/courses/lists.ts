import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { basePath, type Call, type Campus } from './campus.ts'

/** The order of texts by code point, which is that of their UTF-8. */
export const compareTexts = (x: string, y: string): number => Buffer.compare(Buffer.from(x), Buffer.from(y))

const linkTo = ({ request }: Call, page: number, rel: string, { on }: Campus): string => {
  const query = new URLSearchParams(request.query)
  if (on('links-forget-the-filter')) for (const name of ['subject', 'tags']) query.delete(name)
  query.set('page', String(page))
  const origin = on('links-are-absolute') ? `http://${request.headers.get('host') ?? 'courses.test'}` : ''
  return `<${origin}${basePath}${request.path}?${query.toString()}>; rel="${rel}"`
}

const sizeOf = (call: Call, { on }: Campus): number => {
  const documented = on('pages-hold-ten-by-default') ? 10 : 3
  const asked = on('per-page-is-overlooked') ? documented : ((call.query.per_page ?? documented) as number)
  return on('pages-are-short') ? Math.min(asked, 2) : asked
}

/** One page of a list, with links to those beside it. */
export const pageReply = (items: readonly object[], call: Call, campus: Campus, all = items): Reply => {
  const { on } = campus
  const size = sizeOf(call, campus)
  const page = (call.query.page ?? 1) as number
  const from = (page - 1) * size - (on('second-page-repeats-a-course') && page > 1 ? 1 : 0)
  const lastTaken =
    on('last-page-lacks-the-last') && from + size >= items.length ? items.length - 1 : from + size
  const links = [
    ...(from + size < items.length ? [linkTo(call, page + 1, 'next', campus)] : []),
    ...(page > 1 ? [linkTo(call, on('previous-page-is-the-same') ? page : page - 1, 'prev', campus)] : []),
  ]
  const total = on('total-counts-the-page') ? Math.min(size, items.length) : items.length
  return withHeaders(jsonReply(200, items.slice(from, lastTaken)), {
    'x-total-count': String(on('total-overlooks-filters') ? all.length : total),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
  })
}
