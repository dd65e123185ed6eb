import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { toCurl } from './to-curl.ts'
import type { WireRequest } from '@contract-kit/openapi/wire'

const base = 'http://localhost:8080/v1/'
const get: WireRequest = { method: 'GET', target: '/pets?limit=2', headers: [], body: undefined }

/** The arguments and the input of curl, as a shell that runs the line would pass them. */
const runLine = (line: string): { readonly words: readonly string[]; readonly input: Buffer } => {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\0'; case "$*" in *@-*) cat;; esac; }; ${line}`
  const output = execFileSync('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const end = output.indexOf('\0\0')
  return { words: output.subarray(0, end).toString('utf8').split('\0'), input: output.subarray(end + 2) }
}

describe('toCurl', () => {
  test('writes a plain line for a GET', () => {
    expect(toCurl(base, get)).toBe("curl 'http://localhost:8080/v1/pets?limit=2'")
  })

  test('names the method where curl would guess another', () => {
    expect(toCurl(base, { ...get, method: 'DELETE' })).toContain('curl -X DELETE ')
    expect(toCurl(base, { ...get, method: 'POST', body: '{}' })).not.toContain('-X')
    expect(toCurl(base, { ...get, method: 'GET', body: '{}' })).toContain('-X GET')
    expect(toCurl(base, { ...get, method: 'HEAD' })).toContain('--head')
  })

  test('survives quotes, dollars and backticks in a body', () => {
    const body = `{"name":"it's $HOME \`id\` \\"x\\" %s \\\\n!"}`
    const { words } = runLine(toCurl(base, { ...get, method: 'POST', headers: [['x-empty', '']], body }))
    expect(words.slice(-2)).toEqual(['--data-raw', body])
    // An empty header is kept; the type that curl would guess is not sent.
    expect(words).toEqual(expect.arrayContaining(['x-empty;', 'content-type:']))
  })

  test.each([
    ['bytes', new Uint8Array([0, 1, 10, 13, 37, 39, 65, 92, 48, 127, 128, 255])],
    ['several lines', "a\r\nb\t'ü' 100% \\101"],
    ['what begins like an option', '--boundary\r\n--boundary--\r\n'],
  ])('feeds a body of %s through printf', (_, body) => {
    const line = toCurl(base, { ...get, method: 'POST', body })
    expect(line).not.toMatch(/[\n\r]/)
    expect(runLine(line).input).toEqual(Buffer.from(body as string))
  })

  test('masks credentials unless they are to be shown', () => {
    const request: WireRequest = {
      ...get,
      target: '/pets?api_key=k1&tenant=t1&limit=2',
      headers: [
        ['authorization', 'Bearer abc.def'],
        ['x-api-key', 'k2'],
        ['x-tenant', 't2'],
        ['cookie', 'sid=s1; theme=dark'],
      ],
    }
    const masked = toCurl('http://me:pw@localhost', request, { secretNames: ['X-Tenant', 'tenant'] })
    expect(masked).toBe(
      "curl 'http://me:***@localhost/pets?api_key=***&tenant=***&limit=2' -H 'authorization: Bearer ***' -H 'x-api-key: ***' -H 'x-tenant: ***' -H 'cookie: sid=***; theme=***'",
    )
    const shown = toCurl('http://me:pw@localhost', request, { showSecrets: true })
    for (const secret of ['me:pw', 'abc.def', 'k1', 'k2', 't2', 's1']) expect(shown).toContain(secret)
  })

  test('keeps brackets and dots from curl', () => {
    expect(toCurl(base, { ...get, target: '/pets?f[a]=1' })).toContain('--globoff')
    expect(toCurl(base, { ...get, target: '/a/../b' })).toContain('--path-as-is')
  })
})
