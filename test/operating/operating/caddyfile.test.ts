import { describe, expect, it } from 'vitest'
import { readDeployed } from './read-deploy.ts'

/** A directive of a Caddyfile: its words, and the directives of its block. */
interface Directive {
  readonly words: readonly string[]
  readonly block: readonly Directive[]
}

/** Reads a Caddyfile as far as this one goes: one directive a line, comments, backquoted words, blocks. */
function parseCaddyfile(text: string): readonly Directive[] {
  const top: Directive[] = []
  const open: Directive[][] = [top]
  for (const line of text.split('\n')) {
    const words = line.match(/`[^`]*`|[^\s`]+/g) ?? []
    const comment = words.findIndex((word) => word.startsWith('#'))
    const own = comment === -1 ? words : words.slice(0, comment)
    if (own.length === 0) continue
    if (own[0] === '}') {
      open.pop()
      continue
    }
    const isBlock = own.at(-1) === '{'
    const block: Directive[] = []
    open.at(-1)?.push({ words: isBlock ? own.slice(0, -1) : [...own], block })
    if (isBlock) open.push(block)
  }
  expect(open, 'every block is closed').toHaveLength(1)
  return top
}

/** The directives below these names, one inside the other. */
function find(directives: readonly Directive[], ...names: readonly string[]): readonly Directive[] {
  const [name, ...inner] = names
  const found = directives.filter(({ words }) => (words[0] ?? '') === name)
  return inner.length === 0 ? found : found.flatMap(({ block }) => find(block, ...inner))
}

const caddyfile = parseCaddyfile(readDeployed('Caddyfile'))
const [options, site] = caddyfile

/** The one argument of the one directive below these names. */
function argumentOf(directive: Directive | undefined, ...names: readonly string[]): string {
  const found = find(directive?.block ?? [], ...names)
  expect([names, found.length]).toStrictEqual([names, 1])
  return found[0]?.words.slice(1).join(' ') ?? ''
}

const secondsOf = (text: string): number => {
  const [, count, unit] = /^(\d+)([sm])$/.exec(text) ?? []
  return Number(count) * (unit === 'm' ? 60 : 1)
}
const bytesOf = (text: string): number => Number(/^(\d+)KiB$/.exec(text)?.[1]) * 1024

/** The limits of the server itself (decision: security), and its timeouts. */
const server = {
  bodyBytes: 256 * 1024,
  headerBytes: 16 * 1024,
  keepAliveSeconds: 75,
  checkoutWaitSeconds: 10,
}

const timeout = (name: string): number => secondsOf(argumentOf(options, 'servers', 'timeouts', name))
const transport = (name: string): number => secondsOf(argumentOf(site, 'reverse_proxy', 'transport', name))

describe('Caddyfile', () => {
  it('has global options and one site', () => {
    expect(caddyfile.map(({ words }) => words)).toStrictEqual([[], [':8080']])
  })

  it('takes bodies as large as the server does', () => {
    expect(bytesOf(argumentOf(site, 'request_body', 'max_size'))).toBe(server.bodyBytes)
    expect(bytesOf(argumentOf(options, 'servers', 'max_header_size'))).toBe(server.headerBytes)
  })

  it('holds every body back until it is complete', () => {
    // Caddy sends a body that fills the buffer on at once.
    expect(bytesOf(argumentOf(site, 'reverse_proxy', 'request_buffers'))).toBeGreaterThan(server.bodyBytes)
    expect(find(site?.block ?? [], 'reverse_proxy', 'flush_interval')).toStrictEqual([])
  })

  it('limits how long a client may take', () => {
    expect(timeout('read_header')).toBeLessThanOrEqual(10)
    expect(timeout('read_body')).toBeLessThanOrEqual(30)
    expect(timeout('idle')).toBeLessThanOrEqual(120)
    // It includes the time in which the body is read and the server works.
    expect(timeout('write')).toBeGreaterThan(timeout('read_body') + server.checkoutWaitSeconds)
  })

  it('waits for a server longer than a checkout takes', () => {
    expect(transport('response_header_timeout')).toBeGreaterThan(server.checkoutWaitSeconds)
    expect(transport('dial_timeout')).toBeLessThan(5)
    // Else it would send a request on a connection that the server is closing.
    expect(transport('keepalive')).toBeLessThan(server.keepAliveSeconds)
  })

  it('lets no client say what only a proxy may', () => {
    const removed = find(site?.block ?? [], 'reverse_proxy', 'header_up').map(({ words }) => words.slice(1))
    expect(removed).toStrictEqual(
      ['Forwarded', 'X-Forwarded-Port', 'X-Forwarded-Prefix', 'X-Forwarded-Server', 'X-Real-IP'].map(
        (name) => [`-${name}`],
      ),
    )
    // Without trusted proxies, Caddy replaces X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto.
    expect(find(options?.block ?? [], 'servers', 'trusted_proxies')).toStrictEqual([])
    expect(find(site?.block ?? [], 'reverse_proxy', 'trusted_proxies')).toStrictEqual([])
  })

  it.each([
    ['413', '413', 'payload_too_large', 'Request body is too large'],
    ['5xx', '503', 'internal_error', 'Service unavailable'],
  ])('rejects with %s in the error shape', (statuses, status, code, message) => {
    const handlers = find(site?.block ?? [], 'handle_errors')
    const handler = handlers.find(({ words }) => words[1] === statuses)
    const headers = find(handler?.block ?? [], 'header').map(({ words }) => [words[1], words[2]])
    expect(headers).toContainEqual(['Content-Type', 'application/json'])
    expect(headers).toContainEqual(['X-Error-Code', code])
    expect(headers).toContainEqual(['X-Request-Id', '{http.request.uuid}'])
    const [body, answered] = argumentOf(handler, 'respond').split(/(?<=`) /)
    expect(JSON.parse(body?.slice(1, -1) ?? '')).toStrictEqual({ message: [message] })
    expect(answered).toBe(status)
  })
})
