export { createProjectSamples } from './project-samples.ts'
export {
  createSampleWriter,
  type RequestOfOperation,
  type Sample,
  sampleLanguages,
  type SamplesOptions,
  withSamples,
} from './with-samples.ts'
