export {
  createSandbox,
  type RequestFacts,
  type Sandbox,
  type SandboxHandler,
  type SandboxOptions,
  type SandboxRouterOptions,
} from './create-sandbox.ts'
export { type Difference, type Fault, type FaultClass, faultClasses, type Liberty } from './faults/fault.ts'
export { RulesError } from './document/rules.ts'
export { type Call, type Input, Refusal, type Reply } from './http/call.ts'
export { controlsPath, sandboxControls } from './server/controls.ts'
export {
  AddressError,
  type RunningSandbox,
  startSandbox,
  type StartSandboxOptions,
  UnknownFaultError,
} from './server/start-sandbox.ts'
export { type Clock } from './state/clock.ts'
export { type Item } from './state/item.ts'
export { type Snapshot, SnapshotError } from './state/snapshot.ts'
export { StateFileError } from './state/sqlite-state.ts'
export type { Credential } from './access/credentials.ts'
