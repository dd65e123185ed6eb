import type { Project, ProjectDocument } from '../config/load-config.ts'
import { type Bundle, omitExtensions } from '../documents/bundle.ts'
import type { JsonObject } from '../documents/json.ts'
import { withSamples } from './with-samples.ts'

/**
 * The published document with the samples that its project asks for; without any where the configuration says
 * `samples: false`. `languages` takes the place of the configured ones.
 */
export function toSampledDocument(
  { samples = {}, credentials, internalExtensions = [] }: Project,
  document: ProjectDocument,
  { full, published }: Bundle,
  languages?: readonly string[],
): JsonObject {
  if (samples === false) return published
  const options = { credentials, ...samples, ...document.samples }
  const sampled = withSamples(full, {
    ...options,
    languages: languages ?? options.languages,
    ignoreParameters: document.generate?.clientOptions?.ignoreParameters,
  })
  return omitExtensions(sampled, internalExtensions)
}
