import { describeExamples, type DescribeExamplesOptions } from '@contract-kit/checker/vitest'
import { beforeAll } from 'vitest'
import { checkExchange } from '@giftcards/test-harness'
import { sharedMock } from '@giftcards/test-harness/mock'
import { documentPath, readDefaults } from './documents.ts'
import { partnerHeaders } from './states.ts'

let mockUrl: string

beforeAll(async () => {
  mockUrl = await sharedMock()
})

const options: Omit<DescribeExamplesOptions, 'document'> = {
  baseUrl: () => mockUrl,
  credentials: ({ operationId }) => partnerHeaders(operationId, 'any.token.here'),
  varyingFormats: [],
  verify: (response, { operationId }) => checkExchange(operationId, response),
}

await describeExamples({
  ...options,
  name: 'examples of the mock',
  document: documentPath('openapi'),
  // The mock is stateless: it returns the example that the request names, regardless of the rest of the request.
  recipe: ({ requests: [request = null], status, name }) => ({
    request,
    headers: { prefer: `code=${status}, example=${name}` },
  }),
})

await describeExamples({
  ...options,
  name: 'defaults of the mock',
  document: readDefaults('openapi'),
  recipe: ({ requests: [request = null] }) => ({ request }),
})
