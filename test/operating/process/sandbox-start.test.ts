import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { demoPassword } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '@giftcards/test-harness'
import { control, endProcesses, type ServerProcess, startProcess } from '@giftcards/test-harness/process'

/** Reports on standard error which OpenTelemetry modules are loaded, except for the API, which the metrics load. */
const reportLoading = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (/@opentelemetry\\/(?!api\\/)/.test(url)) process.stderr.write('loaded ' + url + '\\n')
      return next(url, context)
    },
  })
`)}`

let server: ServerProcess
beforeAll(async () => {
  server = await startProcess({ NODE_OPTIONS: reportLoading, TRUSTED_PROXIES: 'loopback' })
})
afterAll(endProcesses)

/** Returns the lines between "Try it" and the next sentence, as a user would copy them. */
function printedSession(stdout: string): string {
  const [, session] = /Try it, in another terminal:\n\n([\s\S]*?)\n\nStart over/.exec(stdout) ?? []
  if (session === undefined) throw new Error(`No session in: ${stdout}`)
  return session
}

/** Runs the printed commands as a user would, and returns the responses that they print. */
async function runSession(): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)('bash', ['-c', printedSession(server.stdout)])
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line.trim()))
}

describe('banner', () => {
  it(
    'names every address and whom to log in as, and no mock at MOCK_PORT 0',
    { meta: { rules: ['D12-02'] } },
    async () => {
      for (const path of ['', '/', '/docs', '/docs/rules', '/openapi.json', '/docs/sandbox', '/sandbox']) {
        expect(server.stdout).toContain(`  ${server.url}${path}\n`)
        const headers = { accept: 'text/html, */*;q=0.8' }
        const { status } = await fetch(server.url + (path || '/healthz'), { headers })
        expect([path, status]).toStrictEqual([path, 200])
      }
      expect(server.stdout).not.toContain('Mock ')
      expect(server.stdout).toContain(`elite@example.com, standard@example.com  (password ${demoPassword})`)
      await (await openSession(server.url)).login('elite@example.com')
      await (await openSession(server.url)).login('standard@example.com')
    },
  )

  it('prints a session that works as printed', async () => {
    const wallet = { number: expect.stringMatching(/^\*{4}\d{4}$/) as string, numberIsMasked: true }
    expect(await runSession()).toMatchObject([
      { buyOrder: { id: 100_001, status: 'Processing' } },
      { id: 200_001, order: { orderNum: 100_001 }, ...wallet },
    ])
    expect(await runSession()).toMatchObject([
      { buyOrder: { id: 100_002, status: 'Processing' } },
      { id: 200_002, order: { orderNum: 100_002 }, ...wallet },
    ])
  })

  it('prints how to start over', async () => {
    const [, command = ''] = /Start over with: (.+?) {2,}/.exec(server.stdout) ?? []
    const { stdout } = await promisify(execFile)('bash', ['-c', `API=${server.url}; ${command}`])
    expect(JSON.parse(stdout)).toMatchObject({ frozen: false })
  })
})

describe('a server without settings', () => {
  it('leaves other interfaces alone', { meta: { rules: ['D12-01'] } }, async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    const elsewhere = server.url.replace('127.0.0.1', '[::1]')
    await expect(fetch(`${elsewhere}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('is a sandbox', async () => {
    expect(server.stdout).toContain('Gift Card Partner API, sandbox')
    expect((await control(server.url, 'getClock')).body).toMatchObject({ frozen: false })
    const partner = await openSession(server.url)
    const headers = { 'x-sandbox-trigger': 'internal_error' }
    const { status } = await partner.call('createCart', { body: { action: 'buy' }, headers })
    expect(status).toBe(500)
  })

  it('counts what never becomes a request', async () => {
    const [canary, address] = ['canary-4716', '203.0.113.47']
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(`GET /${canary} HTTP/9\r\nx-forwarded-for: ${address}\r\n\r\n`)
    })
    await once(socket.resume(), 'close')
    // The address from a trusted proxy is only used for counting.
    await fetch(`${server.url}/v3/${canary}`, { headers: { 'x-forwarded-for': address } })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('http_request_failures_total{operation="none",code="malformed_request"} 1\n')
    expect([metrics.includes(canary), metrics.includes(address)]).toStrictEqual([false, false])
  })

  it('ends in order on SIGINT, with idle connections open', async () => {
    // The log is written separately from standard output, so it is complete only at the end.
    const { code, stdout, stderr } = await server.end('SIGINT')
    // No OpenTelemetry module was loaded, since no collector is configured.
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/"level":40,[^\n]*Using the published demo keys/)
    expect(stdout).toMatch(
      /"requestId":"[\w-]{36}","method":null,[^\n]*"status":400,[^\n]*"malformed_request"/,
    )
    expect(['canary-4716', '203.0.113.47'].filter((text) => stdout.includes(text))).toStrictEqual([])
  })
})
