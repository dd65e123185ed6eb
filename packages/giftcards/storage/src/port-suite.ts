export {
  describeDurableStore,
  describeProductionStore,
  describeStore,
  type DurableStore,
} from './lib/suite/describe-store.ts'
