import { isIP } from 'node:net'
import { ConfigError } from './config-error.ts'
import { type Environment, readText } from './read-variable.ts'

/** Ranges that Express knows by name. */
const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Whose `X-Forwarded-For` is believed: addresses, ranges such as `10.0.0.0/8`, and the names of Express; none by default. */
export function readTrustedProxies(env: Environment, name: string): readonly string[] {
  const proxies = (readText(env, name) ?? '').split(',').map((proxy) => proxy.trim())
  return proxies
    .filter((proxy) => proxy !== '')
    .map((proxy) => {
      if (!namedRanges.includes(proxy) && !isAddressOrRange(proxy)) {
        throw new ConfigError(
          `${name} must be addresses or ranges separated by commas, such as 10.0.0.0/8, or ${namedRanges.join(', ')}`,
        )
      }
      return proxy
    })
}

/** A range of prefix 0 would let every caller name its own address. */
function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  const bits = /^[1-9]\d{0,2}$/.test(prefix) ? Number(prefix) : 0
  return bits > 0 && bits <= (family === 4 ? 32 : 128)
}
