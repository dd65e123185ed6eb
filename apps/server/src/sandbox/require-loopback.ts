import type { Failure, Guard } from '@contract-kit/express'

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Lets callers on this machine pass, and no page that their browser has open: a page names its own origin, and one whose
 * name was made to resolve to this machine names its own host (decision: sandbox; Fetch standard, `Origin`).
 */
export function requireLoopback(failure: Failure): Guard<object> {
  return (facts) => {
    const host = facts.header('host') ?? ''
    const origin = facts.header('origin')
    const isOwnPage = origin === undefined || origin === `http://${host}`
    return loopbackAddress.test(facts.ip) && loopbackHost.test(host) && isOwnPage ? undefined : { failure }
  }
}
