export { pauseMs } from './lib/jobs/job-attempt.ts'
export { awaitPayment } from './lib/payments/charge.ts'
export { settlePayment } from './lib/payments/settle-payment.ts'
export { type FakeGateway, type GatewayFault, type Movement } from './lib/samples/create-fake-gateway.ts'
export type { FakeIssuer } from './lib/samples/create-fake-issuer.ts'
export { createMortalProcess, type MortalProcess } from './lib/samples/create-mortal-process.ts'
export {
  anonymous,
  callerOf,
  createTestMarketplace,
  elite,
  standard,
  startTime,
  type TestMarketplace,
} from './lib/samples/create-test-marketplace.ts'
export { letTimePass } from './lib/samples/create-test-time.ts'
export * from './lib/samples/outcome.ts'
export * from './lib/samples/sample-basket.ts'
export * from './lib/samples/sample-checkout.ts'
export * from './lib/samples/sample-seed.ts'
export { createTestClock, type TestClock } from './lib/samples/test-clock.ts'
