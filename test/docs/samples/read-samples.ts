import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** A code sample of an operation, as the docs show it. */
export interface Sample {
  readonly operationId: string
  /** In upper case. */
  readonly method: string
  readonly pathTemplate: string
  readonly lang: string
  readonly label: string
  readonly source: string
}

interface Operation {
  readonly operationId?: string
  readonly 'x-codeSamples'?: readonly Pick<Sample, 'lang' | 'label' | 'source'>[]
}

/** The code samples in the docs builds of the contract and of the sandbox document, in order. */
export const samples = { openapi: readSamples('openapi'), sandbox: readSamples('sandbox') } as const

function readSamples(name: 'openapi' | 'sandbox'): readonly Sample[] {
  const file = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.docs.yaml`))
  const document = parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(document.paths).flatMap(([pathTemplate, item]) =>
    Object.entries(item).flatMap(([method, { operationId, 'x-codeSamples': found = [] }]) =>
      operationId === undefined
        ? []
        : found.map((sample) => ({ operationId, method: method.toUpperCase(), pathTemplate, ...sample })),
    ),
  )
}

/** The labels of the samples, in order. */
export const labels = [
  'curl',
  'TypeScript client',
  'fetch',
  'Python',
  'Go',
  'Java',
  'C#',
  'PHP',
  'Ruby',
] as const

/** Returns the samples with this label, in order. */
export function samplesLabelled(all: readonly Sample[], label: string): readonly Sample[] {
  return all.filter((sample) => sample.label === label)
}
