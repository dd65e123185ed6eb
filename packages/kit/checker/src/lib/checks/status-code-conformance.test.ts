import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { statusCodeConformance } from './status-code-conformance.ts'

const responses = {
  200: { description: 'ok', content: { 'application/json': {} } },
  '4xx': { description: 'no' },
}
const documented = await createRig(oneOperation({ responses }))
const bare = await createRig(oneOperation({ responses: { 200: responses[200] } }))

describe('statusCodeConformance', () => {
  it.each([201, 302, 400, 401, 404, 422])('accuses an undocumented %i', (status) => {
    expect(statusCodeConformance.verify(bare({ operation: 'act', status }))).toMatchObject([
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/responses',
        message: `The ${status} answer of act has a status that the document does not name.`,
      },
    ])
  })

  it('takes a family in small letters', () => {
    expect(statusCodeConformance.verify(documented({ operation: 'act', status: 418 }))).toEqual([])
  })

  it('takes everything where there is a default', async () => {
    const exchange = await createRig(oneOperation({ responses: { default: { description: 'any' } } }))
    expect(statusCodeConformance.verify(exchange({ operation: 'act', status: 299 }))).toEqual([])
  })

  it.each([405, 500, 501, 700])('leaves %i to another check', (status) => {
    expect(statusCodeConformance.verify(bare({ operation: 'act', status }))).toEqual([])
  })

  it('tells two undocumented statuses apart', () => {
    const keys = [201, 400].map(
      (status) => statusCodeConformance.verify(bare({ operation: 'act', status }))[0]?.key,
    )
    expect(new Set(keys).size).toBe(2)
  })

  it('understands what HTTP refuses by itself', () => {
    const headers = [['accept', 'text/csv']] as const
    expect(statusCodeConformance.verify(bare({ operation: 'act', status: 429 }))).toEqual([])
    expect(
      statusCodeConformance.verify(bare({ operation: 'act', status: 406, request: { headers } })),
    ).toEqual([])
    expect(statusCodeConformance.verify(bare({ operation: 'act', status: 406 }))).toHaveLength(1)
    expect(statusCodeConformance.verify(bare({ operation: 'act', status: 414 }))).toHaveLength(1)
    expect(statusCodeConformance.verify(bare({ operation: 'act', status: 413 }))).toHaveLength(1)
    expect(
      statusCodeConformance.verify(
        bare({ operation: 'act', status: 413, request: { body: 'a'.repeat(200_000) } }),
      ),
    ).toEqual([])
    expect(
      statusCodeConformance.verify(
        bare({ operation: 'act', status: 414, request: { target: `/things?${'a'.repeat(3000)}` } }),
      ),
    ).toEqual([])
  })

  it('overlooks what the HTTP library refused before', () => {
    expect(
      statusCodeConformance.verify(bare({ operation: 'act', status: 400, headers: { connection: 'close' } })),
    ).toEqual([])
    expect(
      statusCodeConformance.verify(
        bare({ operation: 'act', status: 400, headers: { connection: 'close', date: 'now' } }),
      ),
    ).toHaveLength(1)
  })

  it('says nothing of HEAD where GET is declared', () => {
    expect(
      statusCodeConformance.verify(bare({ operation: 'act', request: { method: 'HEAD' }, status: 404 })),
    ).toEqual([])
  })
})
