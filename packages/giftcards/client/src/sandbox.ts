export type { SandboxOperationId, SandboxWire } from '@giftcards/contract/sandbox'
export {
  createSandboxClient,
  type SandboxClient,
  type SandboxClientOptions,
} from './lib/create-sandbox-client.ts'
export type { ControlAnswer, ControlData, ControlInput } from './lib/sandbox-types.ts'
