export { createInMemoryStore } from './lib/testing/in-memory-store.ts'
export { createTestClock, type TestClock } from './lib/testing/test-clock.ts'
