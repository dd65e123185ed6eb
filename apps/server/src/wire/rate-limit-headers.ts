import type { LimitReport, ReportLimit } from '@giftcards/marketplace'
import type { Response } from 'express'

/**
 * Makes the function that puts each reported limit into the headers `RateLimit-Policy` and `RateLimit` of a response
 * (draft-ietf-httpapi-ratelimit-headers-11). Both are lists of structured fields (RFC 9651).
 */
export function limitReporter(response: Response): ReportLimit {
  const limits = new Map<string, LimitReport>()
  return (limit) => {
    // A client that has gone away may have been given up before its limits were judged.
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
