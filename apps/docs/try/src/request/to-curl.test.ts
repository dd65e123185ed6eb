import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { PartnerRequest } from './partner-request.ts'
import { toCurl } from './to-curl.ts'

/** The arguments that a shell would give to curl. */
function argumentsOf(request: PartnerRequest): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${toCurl(request)}`
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\0').slice(0, -1)
}

const get: PartnerRequest = {
  method: 'GET',
  url: 'http://127.0.0.1:3000/v3/orders/1',
  headers: [],
  body: undefined,
}

describe('toCurl', () => {
  it('names method, address and headers', () => {
    expect(toCurl({ ...get, headers: [['x-cc-app', 'demo-app']] })).toBe(
      `curl -i -X GET 'http://127.0.0.1:3000/v3/orders/1' \\\n  -H 'x-cc-app: demo-app'`,
    )
  })

  it('passes every character through a shell', () => {
    const body = `{"a": "it's $HOME \`id\` \\ \\"\n%s"}`
    const url = `http://127.0.0.1:3000/v3/carts/'$(id)'?a=1&b=2`
    expect(argumentsOf({ method: 'PUT', url, headers: [['Content-Type', "a'b"]], body })).toEqual([
      '-i',
      '-X',
      'PUT',
      url,
      '-H',
      "Content-Type: a'b",
      '--data-raw',
      body,
    ])
  })

  it('keeps curl from naming a media type', () => {
    expect(argumentsOf({ ...get, method: 'POST', body: '{}' })).toEqual([
      '-i',
      '-X',
      'POST',
      get.url,
      '-H',
      'Content-Type:',
      '--data-raw',
      '{}',
    ])
  })
})
