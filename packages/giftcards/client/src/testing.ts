import { createFakeApi, type FakeApi } from '@contract-kit/client/testing'
import { type ExampleStatuses, examples, type ResponseBodies } from './generated/examples.ts'

export type { ExampleStatuses } from './generated/examples.ts'
export type { RecordedCall } from '@contract-kit/client/testing'

/** An in-memory partner API without state: tests choose the responses. */
export type FakePartnerApi = FakeApi<ExampleStatuses, ResponseBodies>

/**
 * Creates an API that responds with the examples of the contract, without a network: `createPartnerClient({ baseUrl:
 * 'http://fake.test', appId: 'demo-app', fetch: fake.fetch })`. Orders are delivered by default, so `waitForFulfilment` ends.
 */
export function createFakePartnerApi(): FakePartnerApi {
  return createFakeApi(examples, { defaults: { getOrder: 'delivered' } })
}
