import type { LimitReport, ReportLimit } from '@giftcards/marketplace'
import type { Response } from 'express'

/**
 * Creates a function that writes each reported limit to the headers `RateLimit-Policy` and `RateLimit` of a response
 * (draft-ietf-httpapi-ratelimit-headers-11). Both are lists of structured fields (RFC 9651).
 */
export function limitReporter(response: Response): ReportLimit {
  const limits = new Map<string, LimitReport>()
  return (limit) => {
    // The response to a disconnected client may have ended before its limits were checked.
    if (response.headersSent) return
    limits.set(limit.name, limit)
    const reported = [...limits.values()]
    response.setHeader('RateLimit-Policy', reported.map(toPolicy).join(', '))
    const left = reported.flatMap(toServiceLimit)
    if (left.length > 0) response.setHeader('RateLimit', left.join(', '))
  }
}

const toPolicy = ({ name, quota, windowSeconds }: LimitReport): string =>
  `"${name}";q=${quota};w=${windowSeconds}`

const toServiceLimit = ({ name, left }: LimitReport): readonly string[] =>
  left === undefined ? [] : [`"${name}";r=${left.count};t=${left.seconds}`]
