export { describeDurableStore, type DurableStore } from './lib/suite/describe-durable-store.ts'
export { describeStore } from './lib/suite/describe-store.ts'
