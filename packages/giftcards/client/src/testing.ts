export type {
  AnswerFunction,
  DeclaredAnswer,
  ExampleName,
  FakeAnswer,
  KnownAnswer,
} from './lib/testing/fake-answer.ts'
export type { RecordedCall } from './lib/testing/recorded-call.ts'
export { createFakePartnerApi, type FakePartnerApi } from './lib/testing/create-fake-partner-api.ts'
export { type ContractExample, getContractExample } from './lib/testing/get-contract-example.ts'
