export { policies } from './contract/contract-policies.ts'
export { contractFile, sandboxOptions } from './contract/sandbox-options.ts'
