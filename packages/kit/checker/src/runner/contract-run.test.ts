import { describe, expect, it } from 'vitest'
import { createMemoApi, memoDocument, type MemoFault, memoKey } from '../../test/memo-api.ts'
import {
  type CheckContractOptions,
  ConfigurationError,
  type Progress,
  type SeenFinding,
} from '../core/check-options.ts'
import { checkContract, ContractRun } from './contract-run.ts'

const optionsFor = (fault?: MemoFault, more: Partial<CheckContractOptions> = {}): CheckContractOptions => {
  const api = createMemoApi(fault)
  const headers = { 'x-key': memoKey }
  return { document: memoDocument, fetch: api.fetch, reset: api.reset, headers, cases: 2, ...more }
}

const keysOf = ({ findings }: Awaited<ReturnType<typeof checkContract>>): readonly string[] =>
  findings.map(({ key }) => key)

describe('ContractRun', () => {
  it('only suggests the server that the document names', async () => {
    const document = { ...memoDocument, servers: [{ url: '/v1' }, { url: 'https://api.example.com/v1' }] }
    await expect(ContractRun.prepare({ document })).rejects.toThrow(
      'No server is configured: give a base URL or a fetch function; the document names https://api.example.com/v1.',
    )
  })

  it('sends nothing before it begins', async () => {
    let asked = 0
    const run = await ContractRun.prepare({
      document: memoDocument,
      fetch: () => Response.json((asked += 1)),
    })
    expect([asked, run.items.length > 0]).toStrictEqual([0, true])
    await run.begin()
    expect(asked).toBe(1)
  })

  it('reports progress before and after each work item', async () => {
    const reported: Progress[] = []
    const run = await ContractRun.prepare(
      optionsFor(undefined, { phases: ['examples'], onProgress: (progress) => reported.push(progress) }),
    )
    await run.begin()
    for (const item of run.items) await run.work(item)
    const counts = [0, 1, 1, 2, 2, 3, 3, 4]
    expect(reported.map(({ done, total }) => `${done}/${total}`)).toStrictEqual(
      counts.map((done) => `${done}/4`),
    )
  })

  it('counts no finding on what a filter left out', async () => {
    const counted: number[] = []
    const onProgress = ({ findings }: Progress): void => void counted.push(findings)
    const faulty = optionsFor('title-is-a-number', { phases: ['stateful'], onProgress })
    expect((await checkContract({ ...faulty, include: ['deleteMemo'] })).findings).toStrictEqual([])
    expect(new Set(counted)).toStrictEqual(new Set([0]))
    const { findings } = await checkContract(faulty)
    expect(counted.at(-1)).toBe(findings.filter(({ phase }) => phase !== null).length)
    expect(counted.at(-1)).toBeGreaterThan(0)
  })

  it('skips an operation whose schemas allow no request, once, and checks the others', async () => {
    const noValue = { allOf: [{ type: 'string' }, { type: 'integer' }] }
    const responses = { 204: { description: 'Done.' }, 400: { description: 'Rejected.' } }
    const content = { 'application/json': { schema: noValue } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Contradiction', version: '1' },
      paths: {
        '/a': { post: { operationId: 'fail', requestBody: { required: true, content }, responses } },
        '/b': { post: { operationId: 'act', responses } },
      },
    }
    const { skipped, coverage } = await checkContract({
      document,
      fetch: () => new Response(null, { status: 204 }),
      cases: 2,
    })
    expect(skipped).toStrictEqual([{ operationId: 'fail', reason: 'its schemas allow no request' }])
    expect(coverage.operations).toMatchObject({ reached: 1, total: 2 })
  })

  it.each([
    ['a file', 'image/png', {}, '#/paths/~1a/post/requestBody/content/image~1png/example'],
    ['a form', 'multipart/form-data', { schema: { type: 'object' } }, 'multipart~1form-data/example.'],
    ['a body with an example', 'image/png', { example: 'data' }, 'Give it a working example'],
  ])('says where to write an example where %s never succeeds', async (_body, type, media, message) => {
    const content = { [type]: media }
    const responses = { 204: { description: 'Done.' }, 400: { description: 'Rejected.' } }
    const { findings, skipped } = await checkContract({
      document: {
        openapi: '3.1.0',
        info: { title: 'Uploads', version: '1' },
        paths: {
          '/a': { post: { operationId: 'upload', requestBody: { required: true, content }, responses } },
        },
      },
      fetch: () => new Response(null, { status: 400 }),
      phases: ['examples'],
    })
    const found = findings.find(({ check }) => check === 'operation-never-succeeded')
    expect(found?.message ?? skipped[0]?.reason).toContain(message)
  })

  it('resets before each phase and each scenario', async () => {
    let resets = 0
    const run = await ContractRun.prepare(
      optionsFor(undefined, { phases: ['examples', 'stateful'], reset: () => void (resets += 1) }),
    )
    await run.begin()
    for (const item of run.items) await run.work(item)
    expect(resets).toBe(1 + run.items.filter(({ phase }) => phase === 'stateful').length)
  })

  it('notes what was not reached once, with the reason', async () => {
    const { skipped, findings } = await checkContract(optionsFor(undefined, { maxTimeMs: 1e-3 }))
    expect(findings.map(({ message }) => message)).toStrictEqual([
      '4 of 4 operations were not checked completely: the time limit of the run was reached. They are createMemo, listMemos, getMemo, deleteMemo.',
    ])
    const reason = 'the time limit of the run was reached'
    expect(skipped).toStrictEqual(
      ['createMemo', 'listMemos', 'getMemo', 'deleteMemo'].map((operationId) => ({ operationId, reason })),
    )
  })

  it('sends a password of the URL as a header and shows it nowhere', async () => {
    const seen = new Set<string | null>()
    const api = createMemoApi('title-is-a-number')
    const result = await checkContract({
      ...optionsFor(undefined, { baseUrl: 'http://me:s3cr3t@h.test', phases: ['examples'] }),
      fetch: (request) => {
        seen.add(request.headers.get('authorization'))
        return api.fetch(request)
      },
    })
    expect(seen).toContain(`Basic ${btoa('me:s3cr3t')}`)
    expect(result.baseUrl).toBe('http://h.test')
    expect(result.findings.map(({ reproduce }) => reproduce.curl).join(' ')).toMatch(
      /^curl http:\/\/h\.test\/memos .*authorization: Basic \*\*\*/,
    )
  })
})

describe('checkContract', () => {
  it('replays one finding and sends only what leads to it', async () => {
    const all = await checkContract(optionsFor('deleted-stays'))
    const [key = ''] = keysOf(all).filter((text) => text.startsWith('use-after-delete:deleteMemo:'))
    const replayed = await checkContract(optionsFor('deleted-stays', { replay: key }))
    expect(keysOf(replayed)).toStrictEqual([key])
    expect(replayed.requests).toBeLessThan(all.requests / 2)
  })

  it('sends nothing more once the finding has been seen', async () => {
    const all = await checkContract(optionsFor('title-is-a-number'))
    const [key = ''] = keysOf(all)
    expect((await checkContract(optionsFor('title-is-a-number', { replay: key }))).requests).toBeLessThan(5)
  })

  it('reports each finding at once, and ends when requested', async () => {
    const faults: SeenFinding[] = []
    const all = await checkContract(
      optionsFor('title-is-a-number', { onFinding: (one) => void faults.push(one) }),
    )
    expect(new Set(faults.map(({ key }) => key))).toStrictEqual(
      new Set(all.findings.flatMap(({ places }) => places.map(({ key }) => key))),
    )
    const first = faults.slice(0, 1)
    const ended = await checkContract(
      optionsFor('title-is-a-number', { onFinding: (one) => (faults.push(one), 'stop') }),
    )
    expect(faults.slice(-1)).toStrictEqual(first)
    expect(ended.requests).toBeLessThan(5)
    expect(ended.skipped.map(({ reason }) => reason)).toContain('onFinding ended it')
  })

  it('does the whole run again before it calls a finding gone', async () => {
    const all = await checkContract(optionsFor())
    const replay = 'use-after-delete:getMemo:00000000'
    const replayed = await checkContract(optionsFor(undefined, { replay }))
    expect([keysOf(replayed), replayed.requests]).toStrictEqual([[], all.requests])
  })

  it('calls no finding gone where it was stopped', async () => {
    const replayed = await checkContract(
      optionsFor(undefined, { replay: 'use-after-delete:getMemo:00000000', maxTimeMs: 1e-3 }),
    )
    expect(replayed.findings).toMatchObject([
      {
        check: 'operation-skipped',
        operationId: null,
        message: expect.stringMatching(/^\d of 4 operations were .*: the time limit .* They are .*getMemo/),
      },
    ])
  })

  it.each([
    [{ workers: 0 }, 'The option workers must be a whole number from 1 to 256.'],
    [{ seed: NaN }, 'The option seed must be a whole number from 0 to 2147483647.'],
    [{ phases: ['fuz' as 'fuzz'] }, 'The option phases/0 must be one of examples, coverage, fuzz, stateful.'],
    [{ thresholds: { responses: 90 } }, 'The option thresholds/responses must be a number from 0 to 1.'],
  ])('rejects the options %j', async (wrong, message) => {
    await expect(checkContract(optionsFor(undefined, wrong))).rejects.toThrow(new ConfigurationError(message))
  })

  it('takes a limit of Infinity for none', async () => {
    const { requests } = await checkContract(optionsFor(undefined, { maxRequests: Infinity, phases: ['examples'] })) // prettier-ignore
    expect(requests).toBeGreaterThan(0)
  })

  it('refuses to replay what the document does not have', async () => {
    const replaying = checkContract(optionsFor(undefined, { replay: 'use-after-delete:getNote:00000000' }))
    await expect(replaying).rejects.toThrow(ConfigurationError)
    await expect(replaying).rejects.toThrow(
      'The finding use-after-delete:getNote:00000000 is about getNote, which the document does not have.',
    )
  })
})
