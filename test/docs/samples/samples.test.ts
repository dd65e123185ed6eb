import { operationTable } from '@giftcards/contract'
import { sandboxOperationTable } from '@giftcards/contract/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KnownIds, type Partner, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { createProject, type Project } from './create-project.ts'
import { findDepartures } from './find-departures.ts'
import { readSamples, type Sample, samplesLabelled } from './read-samples.ts'
import { runCurl } from './run-curl.ts'
import { setStage } from './set-stage.ts'
import { type ModuleRunner, startModuleRunner } from './start-module-runner.ts'

const extensions: Readonly<Record<string, string>> = { JavaScript: 'js', TypeScript: 'ts' }

const labels = ['curl', 'TypeScript client', 'fetch', 'Python', 'Go', 'Java', 'C#', 'PHP', 'Ruby']

let sandbox: Sandbox
let partner: Partner
let project: Project
let runner: ModuleRunner
beforeAll(async () => {
  sandbox = await startSandbox()
  partner = await sandbox.partner('elite@example.com')
  project = createProject()
  runner = startModuleRunner()
})
afterAll(async () => {
  await runner.stop()
  project.remove()
  await sandbox.close()
})

const fileOf = ({ operationId, lang }: Sample): string => `${operationId}.${extensions[lang]}`

/** The sample with host, token and ids of this sandbox in the place of the published ones. */
function atHome({ source }: Sample, known: KnownIds): string {
  const home = [
    ['http://127.0.0.1:3000', sandbox.url],
    ['YOUR_TOKEN', partner.token],
  ] as const
  return [...home, ...known].reduce(
    (text, [published, living]) => text.replaceAll(String(published), String(living)),
    source,
  )
}

/** Imports the sample into the other process; how that departs from a success. */
async function runModule(sample: Sample): Promise<readonly string[]> {
  const known = await setStage(sandbox, partner, sample)
  const file = project.write(fileOf(sample), atHome(sample, known))
  const { exchanges, error } = await runner.run(file)
  return [...(error === undefined ? [] : [error]), ...findDepartures(sample, exchanges.at(-1), sandbox.url)]
}

/** Runs the sample in bash; how that departs from a success. */
async function runInShell(sample: Sample): Promise<readonly string[]> {
  const known = await setStage(sandbox, partner, sample)
  return findDepartures(sample, await runCurl(atHome(sample, known), project.folder), sandbox.url)
}

const tables = { openapi: operationTable, sandbox: sandboxOperationTable } as const
const samples = { openapi: readSamples('openapi'), sandbox: readSamples('sandbox') } as const

describe.each(['openapi', 'sandbox'] as const)('code samples of %s', (name) => {
  const ofLabel = (label: string): readonly Sample[] => samplesLabelled(samples[name], label)

  it('are one in each language for each operation', () => {
    const expected = Object.keys(tables[name]).flatMap((operationId) =>
      labels.map((label) => `${operationId} ${label}`),
    )
    expect(samples[name].map(({ operationId, label }) => `${operationId} ${label}`).toSorted()).toStrictEqual(
      expected.toSorted(),
    )
  })

  it.each(ofLabel('curl'))('succeeds in a shell: $operationId', async (sample) => {
    expect(await runInShell(sample)).toStrictEqual([])
  })

  it.each(ofLabel('fetch'))('succeeds with fetch: $operationId', async (sample) => {
    expect(await runModule(sample)).toStrictEqual([])
  })

  it.each(ofLabel('TypeScript client'))('succeeds with the client: $operationId', async (sample) => {
    expect(await runModule(sample)).toStrictEqual([])
  })
})

describe('samples in TypeScript', () => {
  it('compile when strict', async () => {
    const written = samplesLabelled([...samples.openapi, ...samples.sandbox], 'TypeScript client')
    for (const sample of written) project.write(fileOf(sample), sample.source)
    expect(written).toHaveLength(Object.keys({ ...operationTable, ...sandboxOperationTable }).length)
    expect(await project.compile()).toBe('')
  })
})
