export type { FakeGateway, Movement } from './lib/samples/create-fake-gateway.ts'
export type { FakeIssuer } from './lib/samples/create-fake-issuer.ts'
export { createMortalProcess, type MortalProcess } from './lib/samples/create-mortal-process.ts'
export {
  callerOf,
  createTestMarketplace,
  type TestMarketplace,
} from './lib/samples/create-test-marketplace.ts'
export { letTimePass } from './lib/samples/create-test-time.ts'
export { cardsCheckout, checkoutLine, physicalLine } from './lib/samples/sample-checkout.ts'
export { type CustomerName, heldApartCents } from './lib/samples/sample-seed.ts'
export { createInMemoryStore } from './lib/testing/in-memory-store.ts'
export { createTestClock, type TestClock } from './lib/testing/test-clock.ts'
