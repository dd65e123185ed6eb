export { describeDurableStore, type DurableStore } from './lib/suite/describe-durable-store.ts'
export { describeProductionStore } from './lib/suite/describe-production-store.ts'
export { describeStore } from './lib/suite/describe-store.ts'
