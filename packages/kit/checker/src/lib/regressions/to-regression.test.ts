import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { createReportedFinding } from '../../../test/create-result.ts'
import { memoDocument } from '../../../test/memo-api.ts'
import type { Regression } from './regression.ts'
import { toRegression } from './to-regression.ts'

const toExchange = await createRig(memoDocument)

const regressionOf = (draft: ExchangeDraft): Regression | undefined => {
  const exchange = toExchange(draft)
  return toRegression(createReportedFinding({ exchange, sent: exchange.case, scenario: 'paging listMemos' }))
}

const asked = {
  operation: 'getMemo',
  path: { memoId: 'm1' },
  boundTo: { 'path.memoId': 'createMemo $response.body#/id' },
}

const page = (step: string) => toExchange({ operation: 'listMemos', status: 200, step })

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
    const history = [
      toExchange({ operation: 'createMemo', body: { title: 'a' }, status: 201, step: 'create' }),
    ]
    const steps = regressionOf({ ...asked, status: 200, step: 'read-created', history })?.steps
    expect(steps?.map(({ operationId, step, answered }) => [operationId, step, answered])).toStrictEqual([
      ['createMemo', 'create', 201],
      ['getMemo', 'read-created', 200],
    ])
  })

  it('keeps bytes as base64 and text as text', () => {
    const bytes = regressionOf({ request: { method: 'POST', body: new Uint8Array([0, 255]) }, status: 200 })
    expect(bytes?.steps[0]?.request).toMatchObject({ method: 'POST', bodyBase64: 'AP8=' })
    const text = regressionOf({ operation: 'createMemo', body: { title: 'a' }, status: 201 })
    expect(text?.steps[0]?.request).toMatchObject({ body: '{"title":"a"}' })
  })

  it('names the scenario where a list was walked', () => {
    const walked = regressionOf({
      operation: 'listMemos',
      status: 200,
      step: 'list-all',
      history: [page('page-1'), page('page-2')],
    })
    expect(walked?.scenario).toStrictEqual({ id: 'paging listMemos', seed: 1 })
    expect(
      regressionOf({ ...asked, status: 200, step: 'read-created', history: [page('list-page')] }),
    ).not.toHaveProperty('scenario')
  })
})
