import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkContract, type CheckContractOptions } from '../src/index.ts'
import { reportKinds, writeReport } from '../src/reports/write-report.ts'
import { createFolder } from './create-folder.ts'
import { serveDocument } from './serve-document.ts'

const text = { type: 'string', minLength: 1, maxLength: 9 }
const document = {
  openapi: '3.1.0',
  info: { title: 'Words', version: '1' },
  paths: {
    '/words': {
      get: {
        operationId: 'listWords',
        tags: ['read'],
        parameters: [{ name: 'q', in: 'query', schema: text }],
        responses: { 200: { description: 'All.' }, 400: { description: 'Wrong.' } },
      },
      post: {
        operationId: 'addWord',
        requestBody: { required: true, content: { 'application/json': { schema: text } } },
        responses: { 204: { description: 'Added.' }, 400: { description: 'Wrong.' } },
      },
    },
  },
}
const words = await serveDocument(document, {
  listWords: () => ({ status: 200 }),
  addWord: () => ({ status: 204 }),
})

const run = async (
  options: Partial<CheckContractOptions>,
  answer: (request: Request) => Promise<Response> | Response = words,
) => {
  const seen: string[] = []
  const result = await checkContract({
    document,
    cases: 4,
    fetch: async (request) => {
      seen.push(request.method)
      return answer(request)
    },
    ...options,
  })
  return { result, seen }
}

describe('what stands in the way', () => {
  it.each([
    ['credentials', 401],
    ['credentials', 403],
    ['rate limit', 429],
    ['gateway', 502],
  ] as const)(
    'is told as %s where all is answered %i, and counts as nothing reached',
    async (kind, status) => {
      const checks = ['status-code-conformance', 'unauthorized-without-security', 'not-a-server-error']
      const disableChecks = [
        ...checks,
        'positive-data-acceptance',
        'missing-www-authenticate',
        'unsupported-method',
      ]
      const { result } = await run({ disableChecks }, () => new Response(null, { status }))
      expect(result.obstacles).toMatchObject([{ kind, share: 1, operations: ['listWords', 'addWord'] }])
      expect(result.verdict).toBe('incomplete')
      expect(result.coverage.parameters.reached).toBe(0)
      expect(result.findings.map(({ check }) => check)).toStrictEqual(['operation-never-succeeded'])
    },
  )

  it('is nothing where all is well', async () => {
    const { result } = await run({})
    expect(result).toMatchObject({ obstacles: [], findings: [] })
  })
})

const refuseWords = (request: Request): Response | Promise<Response> =>
  request.method === 'POST' ? new Response(null, { status: 400 }) : words(request)

describe('a finding of the run', () => {
  it('shows the last valid request that was rejected, in every report', async () => {
    const { result } = await run(
      {
        thresholds: { operations: 1, responses: 0.1 },
        phases: ['examples', 'coverage', 'fuzz'],
        disableChecks: ['positive-data-acceptance'],
      },
      refuseWords,
    )
    expect(result.findings.map(({ check, phase, scenario }) => [check, phase, scenario])).toStrictEqual([
      ['operation-never-succeeded', 'fuzz', 'valid_request'],
      ['coverage-threshold', 'fuzz', 'valid_request'],
    ])
    for (const { reproduce } of result.findings) {
      expect(reproduce).toMatchObject({ request: { method: 'POST' }, response: { status: 400 } })
      expect(reproduce.curl).toMatch(/^curl .*words/)
    }
    const folder = await createFolder()
    const [command = ''] = result.findings[0]?.reproduce.curl.split(' -H') ?? []
    for (const kind of reportKinds.filter((one) => one !== 'overlay' && one !== 'har')) {
      const report = await readFile(
        join(folder, await writeReport({ kind, path: kind }, result, folder)),
        'utf8',
      )
      expect([kind, report.split(command).length > 2]).toStrictEqual([kind, true])
    }
  })

  it('shows none where no request was rejected', async () => {
    const { result } = await run({ thresholds: { keywords: 1 }, phases: ['examples'] })
    expect(result.findings).toMatchObject([
      { check: 'coverage-threshold', phase: null, reproduce: { curl: '' } },
    ])
  })
})

describe('Retry-After', () => {
  it('is waited for, and the request is sent again', async () => {
    let limited = 3
    const { result } = await run({}, (request) => {
      if (request.method !== 'GET' || !request.url.includes('/words') || limited === 0) return words(request)
      limited -= 1
      return new Response(null, { status: 429, headers: { 'retry-after': '0' } })
    })
    expect(result.findings).toStrictEqual([])
    expect(limited).toBe(0)
  })

  it('is not waited for again where it did not help', async () => {
    const { result, seen } = await run({ disableChecks: ['status-code-conformance'] }, (request) =>
      request.method === 'POST'
        ? new Response(null, { status: 429, headers: { 'retry-after': '0' } })
        : words(request),
    )
    expect(result.obstacles[0]?.kind).toBe('rate limit')
    const once = await run({ disableChecks: ['status-code-conformance'] }, (request) =>
      request.method === 'POST' ? new Response(null, { status: 429 }) : words(request),
    )
    expect(seen.length - once.seen.length).toBe(2)
  })
})

describe('limits', () => {
  it('never sends what is excluded', async () => {
    const { seen } = await run({ exclude: ['addWord'] })
    expect(seen).toContain('GET')
    expect(seen).not.toContain('POST')
  })

  it('sends safe methods only where data must not change', async () => {
    const { result, seen } = await run({ readOnly: true })
    expect(new Set(seen)).toStrictEqual(new Set(['GET', 'HEAD', 'OPTIONS']))
    expect(result.findings).toStrictEqual([])
  })

  it.each([{ tags: ['read'] }, { methods: ['get'] }])(
    'takes only what a filter names: %j',
    async (filter) => {
      const { result } = await run(filter)
      expect(result.skipped.map(({ operationId }) => operationId)).toStrictEqual(['addWord'])
    },
  )

  it('names the nearest tag', async () => {
    await expect(run({ tags: ['reed'] })).rejects.toThrow('No operation has the tag reed; did you mean read?')
  })

  it('ends after so many requests', async () => {
    const { result } = await run({ maxRequests: 20 })
    expect(result.requests).toBe(20)
    expect(result.skipped[0]?.reason).toBe('the limit of 20 requests was reached')
  })

  it('asks one operation no more than so often', async () => {
    const { result } = await run({ maxRequestsPerOperation: 5 })
    expect(
      result.coverage.byOperation.every(
        ({ statuses }) => Object.values(statuses).reduce((a, b) => a + b) <= 5,
      ),
    ).toBe(true)
    expect(result.skipped.map(({ reason }) => reason)).toContain(
      'it reached the limit of requests for one operation',
    )
  })

  it('sends no more at once than it has workers, and no fewer', async () => {
    let underWay = 0
    let most = 0
    const slow = async (request: Request): Promise<Response> => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => void setImmediate(resolve))
      underWay -= 1
      return words(request)
    }
    const { result } = await run({ workers: 4 }, slow)
    expect(result.findings).toStrictEqual([])
    expect(most).toBe(4)
  })
})

describe('a fault of the checker', () => {
  it('is reported with its operation, and nothing found is lost', async () => {
    const { result } = await run({
      onRequest: ({ operationId, phase }) => {
        if (phase === 'coverage' && operationId === 'addWord') throw new TypeError('undefined is not a word')
      },
    })
    expect(result.skipped).toContainEqual({
      operationId: 'addWord',
      reason: 'the checker failed while checking it: undefined is not a word',
    })
    expect(result.coverage.operations.share).toBe(1)
  })
})
