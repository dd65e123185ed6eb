export { MockStartError } from './lib/mock-start-error.ts'
export { type Mock, type MockOptions, startMock } from './lib/start-mock.ts'
