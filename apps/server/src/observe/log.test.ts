import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger, logRequests, type RequestLine, type ServiceLog } from './log.ts'
import { startObservedApp } from './observed-app.fixture.ts'

function linesOf(write: (log: ServiceLog) => void, level: 'debug' | 'info' | 'error' = 'info') {
  const lines: string[] = []
  write(createLogger(level, { write: (line) => void lines.push(line) }))
  return lines.map((line): unknown => JSON.parse(line))
}

const request: RequestLine = {
  requestId: 'r-1',
  method: 'GET',
  operationId: 'getOrder',
  path: '/v3/orders/1',
  hint: undefined,
  status: 200,
  errorCode: null,
  durationMs: 1.234,
  aborted: false,
  traceId: undefined,
}

describe('createLogger', () => {
  it('writes the listed fields of a request alone, failures of the server as errors', () => {
    const more = { ...request, token: 'canary' }
    expect(linesOf((log) => log.request({ ...request, status: 503 }), 'error')).toMatchObject([{ level: 50 }])
    expect(linesOf((log) => log.request(request), 'error')).toStrictEqual([])
    expect(linesOf((log) => log.request(more))).toStrictEqual([
      {
        level: 30,
        time: expect.any(String) as string,
        requestId: 'r-1',
        method: 'GET',
        operationId: 'getOrder',
        status: 200,
        errorCode: null,
        durationMs: 1.2,
        msg: 'request',
      },
    ])
  })

  it('writes pages and probes at debug alone', () => {
    expect(linesOf((log) => log.request({ ...request, operationId: null }))).toStrictEqual([])
    expect(linesOf((log) => log.request({ ...request, operationId: null }), 'debug')).toMatchObject([
      { level: 20, operationId: null },
    ])
  })

  it('writes an unread request with unknown fields', () => {
    const unread = { requestId: 'r-1', status: 431, errorCode: 'headers_too_large' }
    expect(linesOf((log) => log.unread(unread))).toStrictEqual([
      {
        level: 30,
        time: expect.any(String) as string,
        ...unread,
        method: null,
        operationId: null,
        durationMs: null,
        msg: 'request',
      },
    ])
  })

  it('writes a defect with its causes and place', () => {
    const error = new TypeError('no order "canary"', { cause: new RangeError('bad count') })
    const place = {
      requestId: 'r-1',
      operationId: 'getOrder',
      status: 500,
      schemaPlace: '/components/schemas/Order/properties/id',
    }
    const [line] = linesOf((log) => log.defect(error, place))
    expect(line).toMatchObject({
      level: 50,
      ...place,
      error: 'TypeError',
      causes: [{ error: 'RangeError' }],
      msg: 'defect',
    })
    expect(line).toHaveProperty('frames.0')
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it('writes a job that failed as a warning', () => {
    const job = { id: 'refund/1/0', kind: 'refund', attempts: 1, token: 'canary' }
    const line = { ...job, failure: 'Error: fetch failed' }
    expect(linesOf((log) => log.failedJob(line))).toStrictEqual([
      {
        level: 40,
        time: expect.any(String) as string,
        jobId: 'refund/1/0',
        kind: 'refund',
        attempts: 1,
        failure: 'Error: fetch failed',
        msg: 'job failed',
      },
    ])
  })

  it('writes a defect outside of any request', () => {
    const [line] = linesOf((log) => log.defect('canary'))
    expect(line).toMatchObject({ requestId: null, operationId: null, error: 'string' })
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it('begins to write at once after a defect', () => {
    const flush = vi.fn<() => void>()
    createLogger('info', { write: () => undefined, flush }).defect(new Error('x'))
    expect(flush).toHaveBeenCalledOnce()
  })
})

describe('createLogger, on standard output', () => {
  it('writes every line before the process exits, also where a defect ends it', async () => {
    const lines = await outputOf(`process.once('uncaughtException', () => process.exit(0))
      for (let id = 0; id < 1000; id++) unread('r-' + id); throw new Error('x')`)
    expect(new Set(lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).size).toBe(
      1000,
    )
  })

  it('has written everything before `written` resolves', async () => {
    const script = `unread('r-1'); log.info('Listening'); await log.written(); process.stdout.write('banner\\n')`
    const lines = await outputOf(script)
    expect(lines.map((line) => /r-1|Listening|banner/.exec(line)?.[0])).toStrictEqual([
      'r-1',
      'Listening',
      'banner',
    ])
  })

  it('writes a single line while the process lives', async () => {
    // It lives as long as the test holds its standard input.
    const child = spawn(process.execPath, source(`unread('r-1'); process.stdin.resume()`))
    onTestFinished(() => void child.kill())
    const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    expect(text).toContain('"requestId":"r-1"')
    expect(child.exitCode).toBeNull()
  })
})

describe('logRequests', () => {
  it('writes one line for each request', async () => {
    const { lines, app } = await setUp()
    await fetch(`${app.url}/v3/orders/1`, { headers: { 'x-request-id': 'r-7' } })
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]).toStrictEqual({
      requestId: 'r-7',
      method: 'GET',
      operationId: 'getOrder',
      path: '/v3/orders/1',
      hint: undefined,
      status: 404,
      errorCode: 'order_not_found',
      durationMs: expect.any(Number) as number,
      aborted: false,
      traceId: 'trace-1',
    })
  })

  it('redacts the path, and leaves out its query', async () => {
    const { lines, app } = await setUp()
    await fetch(`${app.url}/v3/nope/eyJhbGciOiJFUzI1NiJ9?token=canary`)
    await expect.poll(() => lines).toMatchObject([{ path: '/v3/nope/*', status: 404 }])
  })

  it('knows no operation of a page', async () => {
    const { lines, app } = await setUp()
    await fetch(`${app.url}/healthz`)
    await expect.poll(() => lines).toMatchObject([{ operationId: null, status: 200, errorCode: null }])
  })

  it('marks a request whose client disconnected', async () => {
    const { lines, app } = await setUp()
    const socket = await app.send('POST /held HTTP/1.1\r\nhost: shop.test\r\n\r\n')
    await app.arrived(1)
    socket.destroy()
    await expect.poll(() => lines).toMatchObject([{ operationId: 'hold', aborted: true }])
  })

  it('leaves out the successes of the sandbox page', async () => {
    const { lines, app } = await setUp()
    await fetch(`${app.url}/overview`)
    await fetch(`${app.url}/overview?away`)
    await expect.poll(() => lines).toMatchObject([{ operationId: 'getOverview', status: 503 }])
  })
})

/** The arguments with which Node runs `script`, for which a `log` is opened. */
function source(script: string): readonly string[] {
  const logger = JSON.stringify(new URL('log.ts', import.meta.url).href)
  const before = `const { createLogger } = await import(${logger}); const log = createLogger('info')
    const unread = (requestId) => log.unread({ requestId, status: 400, errorCode: 'x' })`
  return ['--input-type=module', '--eval', `${before}\n${script}`]
}

/** The lines that a process of `script` writes. */
async function outputOf(script: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, source(script))
  return stdout.split('\n').filter((line) => line !== '')
}

async function setUp() {
  const lines: RequestLine[] = []
  const log = { request: (line: RequestLine) => void lines.push(line) }
  const app = await startObservedApp([logRequests(log, { findTraceId: () => 'trace-1' })])
  return { lines, app }
}
