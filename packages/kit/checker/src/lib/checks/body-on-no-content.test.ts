import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { bodyOnNoContent } from './body-on-no-content.ts'

const exchange = await createRig(oneOperation())
const judge = (status: number, text: string, length = '') =>
  bodyOnNoContent.verify(exchange({ operation: 'act', status, text, headers: { 'content-length': length } }))

describe('bodyOnNoContent', () => {
  it.each([204, 205, 304])('accuses a body of %i', (status) => {
    expect(judge(status, '{}')).toMatchObject([
      { operationId: 'act', message: `The ${status} answer of act has a body.` },
    ])
    expect(judge(status, '')).toEqual([])
  })

  it('accuses the announcement of a body', () => {
    expect(judge(204, '', '12')).toHaveLength(1)
    expect(judge(204, '', '0')).toEqual([])
    expect(judge(304, '', '12')).toEqual([])
  })

  it('takes bodies of other statuses', () => {
    expect(judge(200, '{}')).toEqual([])
  })
})
