import type { Project, ProjectDocument } from '../config/load-config.ts'
import type { JsonObject } from '../documents/json.ts'
import {
  createSampleWriter,
  type RequestOfOperation,
  type Sample,
  type SamplesOptions,
} from './with-samples.ts'

/** The samples that a project configures for one of its documents; undefined with `samples: false`. */
export function toSamplesOptions(project: Project, document: ProjectDocument): SamplesOptions | undefined {
  const { samples = {}, credentials } = project
  if (samples === false) return undefined
  return {
    credentials,
    ...samples,
    ...document.samples,
    ignoreParameters: document.generate?.clientOptions?.ignoreParameters,
  }
}

/**
 * Writes the samples of any request of a project: `toSamples` of `buildSite`. `documents` are its bundles, in the order of the
 * project. `credentials` override those of the configuration. Throws an error with one sentence if no document has the operation.
 */
export function createProjectSamples(
  project: Project,
  documents: readonly JsonObject[],
  credentials: Readonly<Record<string, string>> = {},
): (request: RequestOfOperation) => readonly Sample[] {
  const writers = project.documents.flatMap((document, index) => {
    const options = toSamplesOptions(project, document)
    const bundle = documents[index]
    if (options === undefined || bundle === undefined) return []
    return [
      createSampleWriter(bundle, { ...options, credentials: { ...options.credentials, ...credentials } }),
    ]
  })
  return (request) => {
    for (const write of writers) {
      const samples = write(request)
      if (samples !== undefined) return samples
    }
    throw new Error(`No document has the operation "${request.operationId}".`)
  }
}
