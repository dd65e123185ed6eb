import { operationTable } from '@giftcards/contract'
import { sandboxOperationTable } from '@giftcards/contract/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KnownIds } from '../examples/story-ids.ts'
import type { Partner } from '../sandbox/partner.ts'
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts'
import { createProject, type Project } from './create-project.ts'
import { findDepartures } from './find-departures.ts'
import { readSamples, type Sample, samplesLabelled } from './read-samples.ts'
import { runCurl } from './run-curl.ts'
import { setStage } from './set-stage.ts'
import { type ModuleRunner, startModuleRunner } from './start-module-runner.ts'

const samples = readSamples('openapi')
const controlSamples = readSamples('sandbox')
const extensions: Readonly<Record<string, string>> = { JavaScript: 'js', TypeScript: 'ts' }

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

/** The sample with the host and the ids of this sandbox in the place of the published ones. */
function atHome({ source }: Sample, known: KnownIds): string {
  return [['http://127.0.0.1:3000', sandbox.url] as const, ...known].reduce(
    (text, [published, living]) => text.replaceAll(String(published), String(living)),
    source,
  )
}

/** Imports the sample into the other process; how that departs from a success. */
async function runModule(sample: Sample): Promise<readonly string[]> {
  const known = await setStage(sandbox, partner, sample)
  const file = project.write(fileOf(sample), atHome(sample, known))
  const { exchanges, error } = await runner.run({
    file,
    variables: { baseUrl: sandbox.url, token: partner.token },
  })
  return [...(error === undefined ? [] : [error]), ...findDepartures(sample, exchanges.at(-1), sandbox.url)]
}

/** Runs the sample in bash; how that departs from a success. */
async function runInShell(sample: Sample): Promise<readonly string[]> {
  const known = await setStage(sandbox, partner, sample)
  const variables = { API: sandbox.url, TOKEN: partner.token }
  return findDepartures(sample, await runCurl(atHome(sample, known), variables, project.folder), sandbox.url)
}

describe('code samples of the partner contract', () => {
  it('are three for each operation', () => {
    const expected = Object.keys(operationTable).flatMap((operationId) =>
      ['curl', 'TypeScript client', 'fetch'].map((label) => `${operationId} ${label}`),
    )
    expect(samples.map(({ operationId, label }) => `${operationId} ${label}`).toSorted()).toStrictEqual(
      expected.toSorted(),
    )
    expect(samples).toHaveLength(14 * 3)
  })

  it.each(samplesLabelled(samples, 'curl'))('succeeds in a shell: $operationId', async (sample) => {
    expect(await runInShell(sample)).toStrictEqual([])
  })

  it.each(samplesLabelled(samples, 'fetch'))('succeeds with fetch: $operationId', async (sample) => {
    expect(await runModule(sample)).toStrictEqual([])
  })

  it.each(samplesLabelled(samples, 'TypeScript client'))(
    'succeeds with the client: $operationId',
    async (sample) => {
      expect(await runModule(sample)).toStrictEqual([])
    },
  )

  it('compile under strict TypeScript', async () => {
    for (const sample of samplesLabelled(samples, 'TypeScript client')) {
      project.write(fileOf(sample), sample.source)
    }
    expect(await project.compile()).toBe('')
  })
})

describe('code samples of the sandbox controls', () => {
  it('are two for each control', () => {
    const expected = Object.keys(sandboxOperationTable).flatMap((operationId) =>
      ['curl', 'fetch'].map((label) => `${operationId} ${label}`),
    )
    expect(
      controlSamples.map(({ operationId, label }) => `${operationId} ${label}`).toSorted(),
    ).toStrictEqual(expected.toSorted())
  })

  it.each(samplesLabelled(controlSamples, 'curl'))('succeeds in a shell: $operationId', async (sample) => {
    expect(await runInShell(sample)).toStrictEqual([])
  })

  it.each(samplesLabelled(controlSamples, 'fetch'))('succeeds with fetch: $operationId', async (sample) => {
    expect(await runModule(sample)).toStrictEqual([])
  })
})
