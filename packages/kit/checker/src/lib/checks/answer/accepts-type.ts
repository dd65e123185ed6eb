import { essenceOf } from '../../document/find-response.ts'

/** Whether an `Accept` header takes a media type; the most specific range decides, `q=0` refuses (RFC 9110, 12.5.1). */
export const acceptsType = (accept: string, contentType: string): boolean => {
  const type = essenceOf(contentType)
  const ranges = accept.split(',').map(parseRange)
  for (const wanted of [type, `${type.split('/')[0] ?? ''}/*`, '*/*']) {
    const matches = ranges.filter(({ range }) => range === wanted)
    if (matches.length > 0) return matches.some(({ refused }) => !refused)
  }
  return false
}

const parseRange = (text: string): { readonly range: string; readonly refused: boolean } => ({
  range: essenceOf(text),
  refused: /;\s*q=0(\.0*)?\s*(;|$)/i.test(text),
})
