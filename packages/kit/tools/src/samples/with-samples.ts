import type { SampleClientConfig } from '../config/config.ts'
import { type Json, type JsonObject, toObject } from '../documents/json.ts'
import { InputError } from '../input-error.ts'
import { clientSample, readClientMethods } from './client-sample.ts'
import { csharpSample, goSample, javaSample, phpSample, pythonSample, rubySample } from './other-languages.ts'
import { listSampleOperations } from './sample-document.ts'
import { type SampleRequest, type SampleRequestOptions, toSampleRequest } from './sample-request.ts'
import { curlSample, fetchSample } from './shell-and-script.ts'

/** Which samples a document gets, and what is in them. */
export interface SamplesOptions extends SampleRequestOptions {
  /** In their order; all of `sampleLanguages` unless given. `client` needs the option of that name. */
  readonly languages?: readonly string[] | undefined
  /** The client by `@contract-kit/client`; no samples of it unless given. */
  readonly client?: SampleClientConfig | undefined
  /** Headers that the client sets by itself, by the options of its generator. */
  readonly ignoreParameters?: readonly string[] | undefined
}

interface Language {
  /** As highlighters know it. */
  readonly lang: string
  readonly label: string
  readonly write: (request: SampleRequest) => string
}

const languages: Readonly<Record<string, Language>> = {
  curl: { lang: 'Shell', label: 'curl', write: curlSample },
  client: { lang: 'TypeScript', label: 'TypeScript client', write: () => '' },
  fetch: { lang: 'JavaScript', label: 'fetch', write: fetchSample },
  python: { lang: 'Python', label: 'Python', write: pythonSample },
  go: { lang: 'Go', label: 'Go', write: goSample },
  java: { lang: 'Java', label: 'Java', write: javaSample },
  csharp: { lang: 'C#', label: 'C#', write: csharpSample },
  php: { lang: 'PHP', label: 'PHP', write: phpSample },
  ruby: { lang: 'Ruby', label: 'Ruby', write: rubySample },
}

/** The languages that samples can be in, in their order. */
export const sampleLanguages: readonly string[] = Object.keys(languages)

/**
 * A copy of a bundled document whose operations have `x-codeSamples`, one for each language. Samples that an operation already
 * has are kept. Throws an InputError if a language is unknown, or if the client cannot express the document.
 */
export function withSamples(document: JsonObject, options: SamplesOptions = {}): JsonObject {
  const chosen = chooseLanguages(options)
  const { client } = options
  const methods = chosen.includes('client') ? readMethods(document, options) : undefined
  const samples = new Map<string, Json>()
  for (const found of listSampleOperations(document)) {
    if (found.operation['x-codeSamples'] !== undefined) continue
    const request = toSampleRequest(document, found, options)
    const method = methods?.get(`${request.method} ${found.path}`)
    const written = chosen.flatMap((name) => {
      const language = languages[name]
      if (language === undefined || (name === 'client' && method === undefined)) return []
      const { lang, label, write } = language
      const source =
        name === 'client' && method !== undefined && client !== undefined
          ? clientSample(document, request, method, client)
          : write(request)
      return [{ lang, label, source }]
    })
    samples.set(`${found.method} ${found.path}`, written)
  }
  return { ...document, paths: addSamples(toObject(document['paths']), samples) }
}

function addSamples(paths: JsonObject, samples: ReadonlyMap<string, Json>): JsonObject {
  const items = Object.entries(paths).map(([path, item]) => {
    const members = Object.entries(toObject(item)).map(([method, operation]) => {
      const added = samples.get(`${method} ${path}`)
      return [
        method,
        added === undefined ? operation : { ...toObject(operation), 'x-codeSamples': added },
      ] as const
    })
    return [path, Object.fromEntries(members)] as const
  })
  return Object.fromEntries(items)
}

function chooseLanguages({ languages: wanted, client }: SamplesOptions): readonly string[] {
  const unknown = wanted?.find((name) => !sampleLanguages.includes(name))
  if (unknown !== undefined) {
    throw new InputError(`There are no samples in "${unknown}"; there are ${sampleLanguages.join(', ')}.`)
  }
  if (wanted?.includes('client') === true && client === undefined) {
    throw new InputError(
      'Samples of the client need "samples: { client: { module, create } }" in contract.config.ts.',
    )
  }
  return (wanted ?? sampleLanguages).filter((name) => name !== 'client' || client !== undefined)
}

function readMethods(document: JsonObject, { ignoreParameters }: SamplesOptions) {
  try {
    return readClientMethods(document, ignoreParameters)
  } catch (error) {
    if (error instanceof Error && error.name === 'GenerateError') throw new InputError(error.message)
    throw error
  }
}
