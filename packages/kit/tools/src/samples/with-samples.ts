import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { UnsendableError } from '@contract-kit/openapi/wire'
import { isObject, parsePointer } from '@contract-kit/json-schema/json'
import type { SampleClientConfig } from '../config/config.ts'
import type { Json, JsonObject } from '../documents/json.ts'
import { readApi } from '../documents/read-api.ts'
import { InputError } from '../input-error.ts'
import { encodeBody } from './sample-body.ts'
import { clientSample, readClientMethods } from './client-sample.ts'
import { csharpSample, goSample, javaSample, phpSample, pythonSample, rubySample } from './other-languages.ts'
import {
  type GivenRequest,
  type SampleRequest,
  type SampleRequestOptions,
  toSampleRequest,
} from './sample-request.ts'
import { curlSample, fetchSample } from './shell-and-script.ts'
import { hasVariables, markText, markVariables } from './variables.ts'

/** Options of code samples. */
export interface SamplesOptions extends SampleRequestOptions {
  /** The languages in order. Default: all of `sampleLanguages`. `client` requires the option of that name. */
  readonly languages?: readonly string[] | undefined
  /** The client by `@contract-kit/client`. Default: no client samples. */
  readonly client?: SampleClientConfig | undefined
  /** Headers that the client sets itself, from the options of its generator. */
  readonly ignoreParameters?: readonly string[] | undefined
  /** Receives a sentence for each operation without samples: it cannot be read, or its request cannot be written. */
  readonly onSkipped?: ((sentence: string) => void) | undefined
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
   * the environment. Each sample reads it in the idiom of its language.
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
  const api = readApi(document)
  const write = createWriter(api, options)
  const skip = (id: string, reason: string): void => options.onSkipped?.(`${id} has no samples: ${reason}`)
  const sampled = api.operations.reduce((copy, operation) => {
    if (operation.raw['x-codeSamples'] !== undefined) return copy
    try {
      const samples = write(operation, toSampleRequest(api, operation, options)).map((one) => ({ ...one }))
      return withMember(copy, [...parsePointer(operation.pointer), 'x-codeSamples'], samples)
    } catch (error) {
      if (!(error instanceof UnsendableError)) throw error
      skip(operation.id, error.message)
      return copy
    }
  }, document)
  for (const { id, reason } of api.unread) skip(id, reason)
  return sampled
}

/** A copy with a value at a new place; the document itself if the place cannot be reached. */
function withMember(document: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return Object.hasOwn(document, key) ? document : { ...document, [key]: value }
  const member = Object.hasOwn(document, key) ? document[key] : undefined
  return isObject(member) ? { ...document, [key]: withMember(member, rest, value) } : document
}

/**
 * Writes the samples of any request of a bundled document. Undefined if the document has no such operation. Throws an
 * InputError if the operation has no such parameter, or if the request cannot be sent.
 */
export function createSampleWriter(
  document: JsonObject,
  options: SamplesOptions = {},
): (request: RequestOfOperation) => readonly Sample[] | undefined {
  const api = readApi(document)
  const write = createWriter(api, options)
  const credentials = Object.fromEntries(
    Object.entries(options.credentials ?? {}).map(([name, value]) => [name, markText(value)]),
  )
  return ({ operationId, body, responseHeaders, ...places }) => {
    const operation = api.operations.find(({ id }) => id === operationId)
    if (operation === undefined) return undefined
    const given = Object.entries(places).flatMap(([place, values]) =>
      values === undefined ? [] : [[place, markVariables(values)] as const],
    )
    const chosen: GivenRequest = {
      parameters: Object.fromEntries(given),
      responseHeaders,
      ...(body !== undefined && { body: markVariables(body) }),
    }
    const request = writeRequest(api, operation, { ...options, credentials }, chosen)
    const unknown = [places.path, places.query, places.cookie]
      .flatMap((values) => Object.keys(values ?? {}))
      .find((name) => request.parameters.every((parameter) => parameter.name !== name))
    if (unknown !== undefined) throw new InputError(`${operationId} has no parameter "${unknown}" there.`)
    return write(operation, request)
  }
}

function writeRequest(
  ...[document, operation, options, given]: Parameters<typeof toSampleRequest>
): SampleRequest {
  try {
    return toSampleRequest(document, operation, options, given)
  } catch (error) {
    if (error instanceof UnsendableError) throw new InputError(`${operation.id}: ${error.message}`)
    throw error
  }
}

type Writer = (operation: ApiOperation, request: SampleRequest) => readonly Sample[]

function createWriter(document: ApiDocument, options: SamplesOptions): Writer {
  const chosen = chooseLanguages(options)
  const { client } = options
  const methods = chosen.includes('client') ? readMethods(document, options) : undefined
  return ({ path }, request) => {
    const method = methods?.get(`${request.method} ${path}`)
    return chosen.flatMap((name) => {
      const language = languages[name]
      if (language === undefined) return []
      // Client inputs are typed, but environment variables are strings.
      if (name === 'client' && (method === undefined || readsEnvironment(request))) return []
      const { lang, label, write } = language
      const source =
        name === 'client' && method !== undefined && client !== undefined
          ? clientSample(request, method, client)
          : write(request)
      return [{ lang, label, source }]
    })
  }
}

function readsEnvironment({ parameters, body }: SampleRequest): boolean {
  return hasVariables([
    ...parameters.map(({ value }) => value),
    body === undefined ? '' : encodeBody(body).text,
  ])
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

function readMethods(document: ApiDocument, { ignoreParameters }: SamplesOptions) {
  try {
    return readClientMethods(document, ignoreParameters)
  } catch (error) {
    if (error instanceof Error && error.name === 'GenerateError') throw new InputError(error.message)
    throw error
  }
}
