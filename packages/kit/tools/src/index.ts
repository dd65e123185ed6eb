export type {
  ChangesConfig,
  ContractConfig,
  DocumentConfig,
  GenerateConfig,
  SampleClientConfig,
  SamplesConfig,
} from './config/config.ts'
export { defineConfig } from './config/config.ts'
export { loadProject, type Project, type ProjectDocument } from './config/load-config.ts'
export { type Bundle, bundleDocument, writeBundle } from './documents/bundle.ts'
export type { Json, JsonObject } from './documents/json.ts'
export { listOperations, type OperationRow } from './generate/operation-table.ts'
export { toYaml } from './documents/yaml.ts'
export { InputError } from './input-error.ts'
