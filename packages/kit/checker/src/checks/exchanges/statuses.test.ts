import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import {
  bodyOnNoContent,
  misleadingCreated,
  nonstandardStatus,
  notAServerError,
  notModifiedUnasked,
  payloadRefusedWithoutPayload,
  slowResponse,
  statusCodeConformance,
  upgradeRequiredHeader,
} from './statuses.ts'

const statusResponses = {
  200: { description: 'ok', content: { 'application/json': {} } },
  '4xx': { description: 'no' },
}
const documented = await createRig(oneOperation({ responses: statusResponses }))
const bare = await createRig(oneOperation({ responses: { 200: statusResponses[200] } }))

describe('statusCodeConformance', () => {
  it.each([201, 302, 400, 401, 404, 422])('accuses an undocumented %i', (status) => {
    expect(statusCodeConformance.verify(bare({ operation: 'act', status }))).toMatchObject([
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/responses',
        message: `The ${status} response of act has a status that the document does not declare.`,
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

  it('understands 406 to a type that only a range of the document covers', async () => {
    const exchange = await createRig(oneOperation({ responses: { 200: { description: 'ok', content: { '*/*': {} } } } })) // prettier-ignore
    const answer = (accept: string) =>
      statusCodeConformance.verify(exchange({ operation: 'act', status: 406, request: { headers: [['accept', accept]] } })) // prettier-ignore
    expect(answer('application/x-unknown')).toEqual([])
    expect(answer('application/json, */*')).toHaveLength(1)
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

const exchange = await createRig(oneOperation({ responses: { 500: { description: 'documented' } } }))
const policies = new Map([['act', [{ statuses: [503], reason: 'it sleeps at night', checks: [] }]]])

describe('notAServerError', () => {
  it.each([500, 502, 503, 599])('accuses %i, documented or not', (status) => {
    expect(notAServerError.verify(exchange({ operation: 'act', status }))).toMatchObject([
      {
        check: 'not-a-server-error',
        operationId: 'act',
        message: `The ${status} response of act is a server error.`,
      },
    ])
  })

  it.each([200, 404, 499, 501, 600])('leaves %i to others', (status) => {
    expect(notAServerError.verify(exchange({ operation: 'act', status }))).toEqual([])
  })

  it('accuses a failure on an undeclared path', () => {
    expect(notAServerError.verify(exchange({ request: { target: '/x' }, status: 500 }))).toMatchObject([
      { operationId: null, pointer: '/paths/~1x' },
    ])
  })

  it('is silent where a policy allows the status', () => {
    expect(
      notAServerError.verify(exchange({ operation: 'act', status: 503, settings: { policies } })),
    ).toEqual([])
    expect(
      notAServerError.verify(exchange({ operation: 'act', status: 502, settings: { policies } })),
    ).toHaveLength(1)
  })

  it('has one key for one operation', () => {
    const keys = [500, 502].map(
      (status) => notAServerError.verify(exchange({ operation: 'act', status }))[0]?.key,
    )
    expect(new Set(keys).size).toBe(1)
  })
})

const exchangeOfNonstandardStatus = await createRig(oneOperation())

describe('nonstandardStatus', () => {
  it.each([0, 99, 600, 799])('accuses %i', (status) => {
    expect(nonstandardStatus.verify(exchangeOfNonstandardStatus({ operation: 'act', status }))).toMatchObject(
      [{ operationId: 'act', message: `The ${status} response of act has a status outside 100 to 599.` }],
    )
  })

  it.each([100, 299, 599])('takes %i', (status) => {
    expect(nonstandardStatus.verify(exchangeOfNonstandardStatus({ operation: 'act', status }))).toEqual([])
  })
})

const verify = async (method: string, status: number, responses: object = { '2XX': { description: 'ok' } }) =>
  misleadingCreated.verify(
    (await createRig(oneOperation({ responses }, { method })))({ operation: 'act', status }),
  )

describe('misleadingCreated', () => {
  it.each(['get', 'delete', 'options'])('accuses 201 to %s', async (method) => {
    expect(await verify(method, 201)).toMatchObject([{ operationId: 'act' }])
  })

  it.each(['post', 'put', 'patch'])('takes 201 to %s', async (method) => {
    expect(await verify(method, 201)).toEqual([])
  })

  it('leaves an undocumented 201 to another check', async () => {
    expect(await verify('get', 201, { 200: { description: 'ok' } })).toEqual([])
    expect(await verify('get', 200)).toEqual([])
  })
})

const responsesOfNotModifiedUnasked = { 200: { description: 'ok' }, 304: { description: 'same' } }
const get = await createRig(oneOperation({ responses: responsesOfNotModifiedUnasked }))
const put = await createRig(oneOperation({ responses: responsesOfNotModifiedUnasked }, { method: 'put' }))
const condition = { headers: [['if-none-match', '"1"']] } as const

describe('notModifiedUnasked', () => {
  it('accuses 304 to no condition', () => {
    expect(notModifiedUnasked.verify(get({ operation: 'act', status: 304 }))).toMatchObject([
      { operationId: 'act' },
    ])
  })

  it('takes 304 to a condition of GET only', () => {
    expect(notModifiedUnasked.verify(get({ operation: 'act', request: condition, status: 304 }))).toEqual([])
    expect(
      notModifiedUnasked.verify(put({ operation: 'act', request: condition, status: 304 })),
    ).toHaveLength(1)
  })

  it('is silent about other statuses', () => {
    expect(notModifiedUnasked.verify(get({ operation: 'act', status: 200 }))).toEqual([])
  })
})

const responsesOfPayloadRefusedWithoutPayload = { default: { description: 'any' } }
const getOfPayloadRefusedWithoutPayload = await createRig(
  oneOperation({ responses: responsesOfPayloadRefusedWithoutPayload }),
)
const post = await createRig(
  oneOperation(
    { responses: responsesOfPayloadRefusedWithoutPayload, requestBody: jsonBody() },
    { method: 'post' },
  ),
)

describe('payloadRefusedWithoutPayload', () => {
  it.each([413, 415])('accuses %i to nothing', (status) => {
    expect(
      payloadRefusedWithoutPayload.verify(getOfPayloadRefusedWithoutPayload({ operation: 'act', status })),
    ).toMatchObject([{ operationId: 'act' }])
  })

  it('is silent where a payload was sent, announced or expected', () => {
    expect(
      payloadRefusedWithoutPayload.verify(
        getOfPayloadRefusedWithoutPayload({ operation: 'act', request: { body: 'x' }, status: 415 }),
      ),
    ).toEqual([])
    expect(
      payloadRefusedWithoutPayload.verify(
        getOfPayloadRefusedWithoutPayload({
          operation: 'act',
          request: { headers: [['content-type', 'a/b']] },
          status: 415,
        }),
      ),
    ).toEqual([])
    expect(payloadRefusedWithoutPayload.verify(post({ operation: 'act', status: 415 }))).toEqual([])
  })

  it('is silent about other statuses', () => {
    expect(
      payloadRefusedWithoutPayload.verify(
        getOfPayloadRefusedWithoutPayload({ operation: 'act', status: 400 }),
      ),
    ).toEqual([])
  })
})

const exchangeOfUpgradeRequiredHeader = await createRig(oneOperation())

describe('upgradeRequiredHeader', () => {
  it('accuses 426 without a protocol', () => {
    expect(
      upgradeRequiredHeader.verify(exchangeOfUpgradeRequiredHeader({ operation: 'act', status: 426 })),
    ).toMatchObject([{ operationId: 'act' }])
  })

  it('is content with a protocol, and with other statuses', () => {
    expect(
      upgradeRequiredHeader.verify(
        exchangeOfUpgradeRequiredHeader({ operation: 'act', status: 426, headers: { upgrade: 'websocket' } }),
      ),
    ).toEqual([])
    expect(
      upgradeRequiredHeader.verify(exchangeOfUpgradeRequiredHeader({ operation: 'act', status: 400 })),
    ).toEqual([])
  })
})

const exchangeOfBodyOnNoContent = await createRig(oneOperation())
const judge = (status: number, text: string, length = '') =>
  bodyOnNoContent.verify(
    exchangeOfBodyOnNoContent({ operation: 'act', status, text, headers: { 'content-length': length } }),
  )

const withLength = (more: object) => ({ 'content-length': '12', ...more })

describe('bodyOnNoContent', () => {
  it.each([204, 205, 304])('accuses a body of %i', (status) => {
    expect(judge(status, '{}')).toMatchObject([
      { operationId: 'act', message: `The ${status} response of act has a body.` },
    ])
    expect(judge(status, '')).toEqual([])
  })

  it('accuses the announcement of a body', () => {
    expect(judge(204, '', '12')).toHaveLength(1)
    expect(judge(204, '', '0')).toEqual([])
    expect(judge(304, '', '12')).toEqual([])
  })

  it('accuses a 304 of another length than the 200 before', () => {
    const history = [exchangeOfBodyOnNoContent({ operation: 'act', status: 200, headers: withLength({}) })]
    const told = (headers: Readonly<Record<string, string>>) =>
      bodyOnNoContent.verify(exchangeOfBodyOnNoContent({ operation: 'act', status: 304, headers, history }))
    expect(told({ 'content-length': '20' })).toHaveLength(1)
    expect(told({ 'content-length': '12' })).toEqual([])
    expect(told({ 'content-length': '0' })).toEqual([])
    expect(told({ 'content-length': '20', 'content-encoding': 'gzip' })).toEqual([])
    expect(told({ 'content-length': '20', etag: '"2"' })).toEqual([])
  })

  it('takes bodies of other statuses', () => {
    expect(judge(200, '{}')).toEqual([])
  })
})

const exchangeOfSlowResponse = await createRig(oneOperation())
const judgeOfSlowResponse = (elapsedMs: number, maxResponseTimeMs: number | undefined) =>
  slowResponse.verify(
    exchangeOfSlowResponse({ operation: 'act', status: 200, elapsedMs, settings: { maxResponseTimeMs } }),
  )

describe('slowResponse', () => {
  it('accuses what takes longer than allowed', () => {
    expect(judgeOfSlowResponse(101, 100)).toMatchObject([
      { operationId: 'act', message: 'The 200 response of act took longer than 100 ms.' },
    ])
    expect(judgeOfSlowResponse(100, 100)).toEqual([])
  })

  it('is off without a limit', () => {
    expect(judgeOfSlowResponse(100_000, undefined)).toEqual([])
  })
})
