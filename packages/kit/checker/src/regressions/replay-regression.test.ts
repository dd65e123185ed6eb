import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { createMemoApi, type MemoApi, memoDocument, type MemoFault, memoKey } from '../../test/memo-api.ts'
import { checkServer } from '../../test/proof/check-server.ts'
import { openServer } from '../../test/servers/kernel/open-server.ts'
import { notes } from '../../test/servers/notes/notes-server.ts'
import type { CheckContractOptions } from '../core/check-options.ts'
import type { ReportedFinding } from '../core/check-result.ts'
import { checkContract, ContractRun } from '../runner/contract-run.ts'
import { promoteFinding } from './promote-finding.ts'
import type { Regression } from './regression.ts'
import { replayRegression } from './replay-regression.ts'

const optionsFor = (api: MemoApi, more: Partial<CheckContractOptions> = {}): CheckContractOptions => ({
  document: memoDocument,
  fetch: api.fetch,
  reset: api.reset,
  headers: { 'x-key': memoKey },
  cases: 2,
  timeoutMs: 100,
  ...more,
})

/** The first finding of a check on an API with a fault, as a regression file. */
const keep = async (
  fault: MemoFault,
  check: string,
  more: Partial<CheckContractOptions> = {},
): Promise<Regression> => {
  const { findings } = await checkContract(optionsFor(createMemoApi(fault), more))
  return promote(findings.find((finding) => finding.check === check))
}

const promote = async (finding: ReportedFinding | undefined): Promise<Regression> => {
  if (finding === undefined) throw new Error('There is no such finding.')
  const path = await promoteFinding(finding, await createFolder())
  return JSON.parse(await readFile(path ?? '', 'utf8')) as Regression
}

const replay = async (regression: Regression, options: CheckContractOptions) => {
  const run = await ContractRun.prepare(options)
  await run.begin()
  return replayRegression(regression, run.prepared)
}

const KEPT: readonly [MemoFault, string][] = [
  ['title-is-a-number', 'response-schema-conformance'],
  ['long-titles', 'negative-data-rejection'],
  ['deleted-stays', 'use-after-delete'],
  ['list-hangs', 'timeout'],
]

describe('replayRegression', () => {
  it.each(KEPT)('shows %s again and sees it gone', async (fault, check) => {
    const regression = await keep(fault, check)
    expect(await replay(regression, optionsFor(createMemoApi(fault)))).toMatchObject({
      kind: 'shown',
      finding: { check },
    })
    expect(await replay(regression, optionsFor(createMemoApi()))).toStrictEqual({ kind: 'gone' })
  })

  it('uses the ids that this run gives', async () => {
    const regression = await keep('deleted-stays', 'use-after-delete')
    const api = createMemoApi('deleted-stays')
    for (const title of ['a', 'b', 'c']) {
      await api.fetch(new Request('http://h/memos', { method: 'POST', headers: { 'x-key': memoKey, 'content-type': 'application/json' }, body: JSON.stringify({ title }) })) // prettier-ignore
    }
    const { reset: _reset, ...unreset } = optionsFor(api)
    const outcome = await replay(regression, unreset)
    expect(outcome.kind === 'shown' && outcome.finding.reproduce.request?.url).toBe(
      'http://in-process.invalid/memos/m4',
    )
  })

  it('judges a documented example without a server', async () => {
    const { MemoInput, ...schemas } = memoDocument.components.schemas
    const withExample = (title: unknown) => ({
      ...memoDocument,
      components: { ...memoDocument.components, schemas: { ...schemas, MemoInput } },
      paths: {
        ...memoDocument.paths,
        '/memos': {
          ...memoDocument.paths['/memos'],
          post: {
            ...memoDocument.paths['/memos'].post,
            requestBody: {
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/MemoInput' },
                  example: { title },
                },
              },
            },
          },
        },
      },
    })
    const api = createMemoApi()
    const { findings } = await checkContract(
      optionsFor(api, { document: withExample(1), phases: ['examples'] }),
    )
    const regression = await promote(findings.find(({ check }) => check === 'example-conformance'))
    expect(regression.steps).toStrictEqual([])
    expect(await replay(regression, optionsFor(api, { document: withExample(1) }))).toMatchObject({
      kind: 'shown',
    })
    expect(await replay(regression, optionsFor(api, { document: withExample('a') }))).toStrictEqual({
      kind: 'gone',
    })
  })

  it('knows a fault whose place has moved', async () => {
    const regression = await keep('title-is-a-number', 'response-schema-conformance')
    const moved = { ...regression, key: `${regression.key.slice(0, -8)}00000000` }
    expect(await replay(moved, optionsFor(createMemoApi('title-is-a-number')))).toMatchObject({
      kind: 'shown',
    })
  })

  it('walks lists as long as they are now, and keeps one replay apart from another', async () => {
    const result = await checkServer(notes, 'next-page-skips-a-note', { phases: ['examples', 'stateful'] })
    const regression = await promote(
      result.findings.find(({ check }) => check === 'pagination-loses-or-repeats'),
    )
    const [broken, correct] = [openServer(notes, { deviation: 'next-page-skips-a-note' }), openServer(notes)]
    let server = broken
    const run = await ContractRun.prepare({
      document: notes.documentUrl.pathname,
      fetch: (request) => server.fetch(request),
      headers: notes.credentials,
      reset: () => server.reset(),
    })
    const first = await replayRegression(regression, run.prepared)
    server = correct
    const second = await replayRegression(regression, run.prepared)
    expect([first.kind, second.kind]).toStrictEqual(['shown', 'gone'])
  })

  it('begins on the server in its first state', async () => {
    const regression = await keep('long-titles', 'negative-data-rejection')
    let resets = 0
    const options = optionsFor(createMemoApi('long-titles'), { reset: () => void (resets += 1) })
    const run = await ContractRun.prepare(options)
    expect([(await replayRegression(regression, run.prepared)).kind, resets]).toStrictEqual(['shown', 1])
  })

  it('says where nothing can be told of the fault', async () => {
    const stays = await keep('deleted-stays', 'use-after-delete')
    const typed = await keep('title-is-a-number', 'response-schema-conformance', { include: ['getMemo'] })
    const correct = createMemoApi()
    const reasonOf = async (regression: Regression, more: Partial<CheckContractOptions> = {}) => {
      const outcome = await replay(regression, optionsFor(correct, more))
      return outcome.kind === 'lost' ? outcome.reason : outcome.kind
    }
    const { '/memos/{memoId}': _item, ...paths } = memoDocument.paths
    expect(await reasonOf(stays, { document: { ...memoDocument, paths } })).toBe(
      'the document has no operation deleteMemo',
    )
    expect(await reasonOf(stays, { disableChecks: ['use-after-delete'] })).toBe(
      'the check use-after-delete does not exist or is turned off',
    )
    expect(await reasonOf(stays, { headers: {} })).toBe(
      'POST /memos, an earlier step, returned 201 before and returns 401 now',
    )
    expect(await reasonOf(typed, { headers: {} })).toBe('its credentials were rejected')
  })

  it('does not take a missing thing for a mended one', async () => {
    const regression = await keep('title-is-a-number', 'response-schema-conformance', {
      phases: ['coverage'],
    })
    const step = { ...regression.steps[0], operationId: 'getMemo', path: '/memos/{memoId}', answered: 200 }
    const asked = {
      ...regression,
      operationId: 'getMemo',
      key: 'response-schema-conformance:getMemo:00000000',
      steps: [
        {
          ...step,
          request: { method: 'GET', target: '/memos/m7', headers: [] },
          values: { path: { memoId: 'm7' }, query: {}, header: {}, cookie: {} },
          bindings: [{ place: 'path.memoId' }],
        },
      ],
    } as unknown as Regression
    const refusing = createMemoApi()
    const outcome = await replay(asked, {
      ...optionsFor(refusing),
      fetch: (request) =>
        request.method === 'POST' ? new Response(null, { status: 400 }) : refusing.fetch(request),
    })
    expect(outcome).toStrictEqual({
      kind: 'lost',
      reason: 'the requested item does not exist: the request returned 200 before and 404 now',
    })
  })
})
