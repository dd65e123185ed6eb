import { clientVersion } from '../generated/client-version.ts'

/**
 * The `User-Agent` of a client that was given none (section 5). `undefined` in browsers: they send their own, and one
 * that is set makes some of them ask the service for permission first. Some edge runtimes would send none at all.
 */
export function usualUserAgent(): string | undefined {
  const isBrowser = globalThis.navigator?.userAgent?.startsWith('Mozilla/')
  return isBrowser ? undefined : `giftcards-client/${clientVersion}`
}
