import type { Shown } from '../core/evidence.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../test/create-exchange.ts'
import { createFolder } from '../../test/create-folder.ts'
import { createReportedFinding, createRunFinding } from '../../test/create-result.ts'
import { createMemoApi, memoDocument, memoKey } from '../../test/memo-api.ts'
import type { Case, Exchange } from '../core/exchange.ts'
import { checkContract } from '../runner/contract-run.ts'
import { findBindings, promoteFinding, toRegression } from './promote-finding.ts'
import type { Regression } from './regression.ts'

const document = {
  ...memoDocument,
  paths: {
    ...memoDocument.paths,
    '/pages': {
      get: {
        operationId: 'listPages',
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'size', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'A page.' } },
      },
    },
  },
}

const toExchange = await createRig(document)

const regressionOf = (draft: ExchangeDraft): Regression | undefined => {
  const exchange = toExchange(draft)
  return toRegression(createReportedFinding({ exchange, sent: exchange.case, scenario: 'paging listMemos' }))
}

const asked = {
  operation: 'getMemo',
  path: { memoId: 'm1' },
  boundTo: { 'path.memoId': 'createMemo $response.body#/id' },
}

const listed = { operation: 'listMemos', status: 200 }

describe('toRegression', () => {
  it('binds what was there to what is there', () => {
    expect(regressionOf({ ...asked, status: 200 })?.steps.at(-1)?.bindings).toStrictEqual([
      { place: 'path.memoId' },
    ])
  })

  it('asks again for the very thing that was not there', () => {
    expect(regressionOf({ ...asked, status: 404 })?.steps.at(-1)?.bindings).toStrictEqual([])
  })

  it('keeps the sequence in order, with what each step was answered', () => {
    const history = [toExchange({ operation: 'createMemo', body: { title: 'a' }, status: 201 })]
    const steps = regressionOf({ ...asked, status: 200, history })?.steps
    expect(steps?.map(({ operationId, answered }) => [operationId, answered])).toStrictEqual([
      ['createMemo', 201],
      ['getMemo', 200],
    ])
  })

  it('keeps bytes as base64 and text as text', () => {
    const bytes = regressionOf({ request: { method: 'POST', body: new Uint8Array([0, 255]) }, status: 200 })
    expect(bytes?.steps[0]?.request).toMatchObject({ method: 'POST', bodyBase64: 'AP8=' })
    const text = regressionOf({ operation: 'createMemo', body: { title: 'a' }, status: 201 })
    expect(text?.steps[0]?.request).toMatchObject({ body: '{"title":"a"}' })
  })

  it('names the scenario if the evidence holds the pages of a list', () => {
    const [first, second] = [toExchange(listed), toExchange(listed)]
    const whole = toExchange({ ...listed, history: [first, second] })
    const regress = (parts: Shown['parts']) =>
      toRegression(
        createReportedFinding({
          exchange: whole,
          sent: whole.case,
          scenario: 'paging listMemos',
          shown: { kind: 'pages and whole list read', parts },
        }),
      )
    const walked = regress({ pages: [first, second], whole })
    expect(walked?.scenario).toStrictEqual({ id: 'paging listMemos', seed: 1 })
    expect(walked?.evidence).toStrictEqual({ kind: 'pages and whole list read', lists: ['pages'] })
    expect(walked?.steps.map(({ parts }) => parts)).toStrictEqual([['pages'], ['pages'], ['whole']])
    expect(regress({ earlier: [first], whole })).not.toHaveProperty('scenario')
  })
})

const created = (id: string): Exchange =>
  toExchange({
    operation: 'createMemo',
    body: { title: 'a' },
    status: 201,
    json: { id, title: 'a' },
  })

const caseOf = (draft: Omit<ExchangeDraft, 'status'>): Case => toExchange({ ...draft, status: 200 }).case

const bound = { 'path.memoId': 'createMemo $response.body#/id' }

describe('findBindings', () => {
  it.each([
    ['the answer that gave an id', 'm2', ['m1', 'm2', 'm3'], { from: 1, expression: '$response.body#/id' }],
    [
      'the last of several that gave it',
      'm1',
      ['m1', 'm1', 'm2'],
      { from: 1, expression: '$response.body#/id' },
    ],
    ['anything that exists where none gave it', 'm9', ['m1'], {}],
  ])('names %s', (_what, memoId, ids, source) => {
    const sent = caseOf({ operation: 'getMemo', path: { memoId }, boundTo: bound })
    expect(findBindings(sent, ids.map(created))).toStrictEqual([{ place: 'path.memoId', ...source }])
  })

  it('binds nothing that was generated', () => {
    expect(
      findBindings(caseOf({ operation: 'getMemo', path: { memoId: 'm1' } }), [created('m1')]),
    ).toStrictEqual([])
  })

  it('knows a cursor again by its text', () => {
    const page = toExchange({
      operation: 'listPages',
      status: 200,
      json: { meta: { next: 'cursor-2-of-9', size: '2' } },
    })
    const sent = caseOf({ operation: 'listPages', query: { cursor: 'cursor-2-of-9', size: 2 } })
    expect(findBindings(sent, [page])).toStrictEqual([
      { place: 'query.cursor', from: 0, expression: '$response.body#/meta/next' },
    ])
  })

  it.each<[string, Partial<ExchangeDraft>, string]>([
    ['Location', { headers: { location: 'http://api.test/v1/memos/m2' } }, '$response.header.location'],
    ['relative Location', { headers: { location: 'memos/m2' } }, '$response.header.location'],
    [
      'Content-Location',
      { headers: { 'content-location': '/memos/m2' } },
      '$response.header.content-location',
    ],
    ['link in the body', { json: { links: [{ href: '/memos/m2' }] } }, '$response.body#/links/0/href'],
    [
      'Link header',
      { headers: { link: '</memos/m1>; rel="prev", </memos/m2>; rel="next"' } },
      '$response.header.link#regex:<([^>]*)>[^,]*?;\\s*rel="?[^",;]*\\bnext\\b',
    ],
  ])('follows a %s', (_name, answer, expression) => {
    const earlier = toExchange({
      operation: 'createMemo',
      body: { title: 'a' },
      status: 201,
      ...answer,
    })
    const sent = caseOf({
      operation: 'getMemo',
      path: { memoId: 'm2' },
      request: { target: '/memos/m2?from=link' },
    })
    const followed = { ...sent, request: { ...sent.request, target: '/memos/m2' }, values: undefined }
    expect(findBindings(followed, [earlier])).toStrictEqual([{ place: 'target', from: 0, expression }])
  })

  it('asks an undeclared method where the declared one was asked', () => {
    const got = toExchange({ operation: 'getMemo', path: { memoId: 'm2' }, status: 200 })
    const sent = caseOf({ request: { method: 'PATCH', target: '/memos/m2' }, template: '/memos/{memoId}' })
    expect(findBindings(sent, [got])).toStrictEqual([{ place: 'target', from: 0, expression: '$url' }])
    expect(findBindings(sent, [])).toStrictEqual([{ place: 'target' }])
  })

  it('leaves an undeclared path as it was', () => {
    expect(findBindings(caseOf({ request: { target: '/debug' } }), [])).toStrictEqual([])
  })

  it('binds the values under an altered query', () => {
    const sent = caseOf({
      operation: 'getMemo',
      path: { memoId: 'm1' },
      boundTo: bound,
      request: { target: '/memos/m1?x=1' },
    })
    expect(findBindings(sent, [created('m1')])).toStrictEqual([
      { place: 'path.memoId', from: 0, expression: '$response.body#/id' },
    ])
  })
})

const api = createMemoApi('title-is-a-number')

const { findings } = await checkContract({
  document: memoDocument,
  fetch: api.fetch,
  reset: api.reset,
  headers: { 'x-key': memoKey },
  cases: 2,
})

describe('promoteFinding', () => {
  it('writes one file for each key, named for it', async () => {
    const folder = await createFolder()
    const names = await Promise.all(
      findings.map(async (finding) => basename((await promoteFinding(finding, join(folder, 'a/b'))) ?? '')),
    )
    expect(names).toHaveLength(findings.length)
    expect(new Set(names).size).toBe(findings.length)
    expect(
      names.every((name) => /^response-schema-conformance-\w+Memos?-[0-9a-f]{8}\.json$/.test(name)),
    ).toBe(true)
  })

  it('keeps the requests and no credential', async () => {
    const path = await promoteFinding(findings[0] ?? createRunFinding(), await createFolder())
    const text = await readFile(path ?? '', 'utf8')
    expect(text).not.toContain(memoKey)
    expect(JSON.parse(text)).toMatchObject({
      format: 2,
      check: 'response-schema-conformance',
      operationId: 'createMemo',
      steps: [{ operationId: 'createMemo', request: { method: 'POST', target: '/memos' }, answered: 201 }],
    })
  })

  it('has nothing to keep of a finding about the whole run', async () => {
    expect(await promoteFinding(createRunFinding(), await createFolder())).toBeUndefined()
  })

  it('makes a file name of any key', async () => {
    const key = `example-conformance:GET /${'pets/'.repeat(60)}{id}:0123abcd`
    const finding = createReportedFinding({ check: 'example-conformance', key })
    const name = basename((await promoteFinding(finding, await createFolder())) ?? '')
    expect(name).toMatch(/^example-conformance-GET-pets-pets[\w-]*-0123abcd\.json$/)
    expect(name.length).toBeLessThanOrEqual(125)
  })

  it('names the file that cannot be written', async () => {
    const folder = await createFolder()
    await writeFile(join(folder, 'taken'), '')
    const promoted = promoteFinding(
      createReportedFinding({ check: 'example-conformance' }),
      join(folder, 'taken'),
    )
    await expect(promoted).rejects.toThrow(/^The regression file .*taken.*\.json cannot be written: /)
  })
})
