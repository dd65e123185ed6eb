import type { SampleClientConfig } from '../config/config.ts'
import { type Json, type JsonObject, toObject } from '../documents/json.ts'
import { InputError } from '../input-error.ts'
import { encodeBody } from './sample-body.ts'
import { clientSample, readClientMethods } from './client-sample.ts'
import { csharpSample, goSample, javaSample, phpSample, pythonSample, rubySample } from './other-languages.ts'
import { listSampleOperations, type SampleOperation } from './sample-document.ts'
import { type SampleRequest, type SampleRequestOptions, toSampleRequest } from './sample-request.ts'
import { curlSample, fetchSample } from './shell-and-script.ts'
import { hasVariables, markText, markVariables } from './variables.ts'

/** Which samples a document gets, and what is in them. */
export interface SamplesOptions extends SampleRequestOptions {
  /** In their order; all of `sampleLanguages` unless given. `client` needs the option of that name. */
  readonly languages?: readonly string[] | undefined
  /** The client by `@contract-kit/client`; no samples of it unless given. */
  readonly client?: SampleClientConfig | undefined
  /** Headers that the client sets by itself, by the options of its generator. */
  readonly ignoreParameters?: readonly string[] | undefined
}

/** Code for one request in one language. */
export interface Sample {
  /** The language as highlighters know it. */
  readonly lang: string
  readonly label: string
  readonly source: string
}

/** A request of an operation, with the values that its sender chooses. */
export interface RequestOfOperation {
  readonly operationId: string
  /**
   * Values by the place and name of a parameter. `${NAME}` in any text here, in the body and in credentials is a variable of
   * the environment. Each sample reads it in the way of its language.
   */
  readonly path?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly header?: Readonly<Record<string, unknown>> | undefined
  readonly cookie?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  /** Headers of the response that the samples print. */
  readonly responseHeaders?: readonly string[] | undefined
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
  const write = createWriter(document, options)
  const samples = new Map<string, Json>()
  for (const found of listSampleOperations(document)) {
    if (found.operation['x-codeSamples'] !== undefined) continue
    const written = write(found, toSampleRequest(document, found, options))
    samples.set(
      `${found.method} ${found.path}`,
      written.map((sample) => ({ ...sample })),
    )
  }
  return { ...document, paths: addSamples(toObject(document['paths']), samples) }
}

/**
 * Writes the samples of any request of a bundled document. Undefined where the document has no such operation. Throws an
 * InputError if the operation has no such parameter.
 */
export function createSampleWriter(
  document: JsonObject,
  options: SamplesOptions = {},
): (request: RequestOfOperation) => readonly Sample[] | undefined {
  const write = createWriter(document, options)
  const operations = listSampleOperations(document)
  const credentials = Object.fromEntries(
    Object.entries(options.credentials ?? {}).map(([name, value]) => [name, markText(value)]),
  )
  return ({ operationId, body, responseHeaders, ...places }) => {
    const found = operations.find(({ operation }) => operation['operationId'] === operationId)
    if (found === undefined) return undefined
    const given = Object.entries(places).flatMap(([place, values]) =>
      values === undefined ? [] : [[place, markVariables(values)] as const],
    )
    const request = toSampleRequest(
      document,
      found,
      { ...options, credentials },
      {
        parameters: Object.fromEntries(given),
        responseHeaders,
        ...(body !== undefined && { body: markVariables(body) }),
      },
    )
    const unknown = [places.path, places.query, places.cookie]
      .flatMap((values) => Object.keys(values ?? {}))
      .find((name) => !request.parameters.has(name))
    if (unknown !== undefined) throw new InputError(`${operationId} has no parameter "${unknown}" there.`)
    return write(found, request)
  }
}

type Writer = (found: SampleOperation, request: SampleRequest) => readonly Sample[]

function createWriter(document: JsonObject, options: SamplesOptions): Writer {
  const chosen = chooseLanguages(options)
  const { client } = options
  const methods = chosen.includes('client') ? readMethods(document, options) : undefined
  return (found, request) => {
    const method = methods?.get(`${request.method} ${found.path}`)
    return chosen.flatMap((name) => {
      const language = languages[name]
      if (language === undefined) return []
      // What a client takes has a type; a variable of the environment is a text.
      if (name === 'client' && (method === undefined || readsEnvironment(request))) return []
      const { lang, label, write } = language
      const source =
        name === 'client' && method !== undefined && client !== undefined
          ? clientSample(document, request, method, client)
          : write(request)
      return [{ lang, label, source }]
    })
  }
}

function readsEnvironment({ parameters, body }: SampleRequest): boolean {
  return hasVariables([...parameters.values(), body === undefined ? '' : encodeBody(body).text])
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
