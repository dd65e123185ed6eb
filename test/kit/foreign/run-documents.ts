import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiDocument, CONVERTED, loadDocument } from '@contract-kit/openapi'
import { type ForeignDocument, root, toSource } from './documents.ts'
import { type DocumentResult, type StepResult, toRefusal, works } from './results.ts'
import { runContract } from './run-contract.ts'
import { runMock, runSandbox } from './server-steps.ts'
import { type Bundle, runBundle, runDiff, runDocs, runGen, runSamples } from './steps.ts'
import { createTrials } from './trials.ts'

/** Runs every step for the documents, and then compiles all generated code together. */
export async function runDocuments(
  documents: readonly ForeignDocument[],
): Promise<readonly DocumentResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-documents-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const results: Awaited<ReturnType<typeof runDocument>>[] = []
    for (const document of documents) results.push(await runDocument(join(folder, document.name), document))
    const errors = await compile(folder)
    return results.map(({ steps: { bundle, gen, ...others }, ...result }) => {
      const ofDocument = errors.filter((line) => line.startsWith(`${result.name}/`)).slice(0, 5)
      const compiled: StepResult = ofDocument.length === 0 ? works() : { result: 'failed', notes: ofDocument }
      const tsc = gen.result === 'works' ? compiled : toRefusal('There is nothing to compile.')
      return { ...result, steps: { bundle, gen, tsc, ...others } }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runDocument(folder: string, document: ForeignDocument) {
  await mkdir(folder)
  const generate = {
    types: 'src/types.ts',
    operations: 'src/operations.ts',
    document: 'src/document.ts',
    client: 'src/client.ts',
    clientOptions: { skipUnsupported: true },
  }
  const config = { documents: { api: { source: toSource(document), generate } } }
  await writeFile(join(folder, 'contract.config.json'), JSON.stringify(config))
  const api = await loadDocument(toSource(document))
  const bundle = await runBundle(folder)
  return {
    name: document.name,
    title: document.title,
    package: `${document.package} ${await readVersion(document)}`,
    openapi: api.notes.includes(CONVERTED) ? '2.0' : (api.raw['openapi'] as string),
    operations: api.operations.length + api.unread.length,
    steps:
      bundle.result === 'works' ? { bundle, ...(await runSteps(folder, api)) } : { bundle, ...unbundled },
  }
}

const refused = toRefusal('The document cannot be bundled.')

const unbundled = {
  gen: refused,
  docs: refused,
  mock: refused,
  client: refused,
  sandbox: refused,
  check: refused,
  diff: refused,
  samples: refused,
}

async function runSteps(folder: string, api: ApiDocument): Promise<typeof unbundled> {
  const bundled = JSON.parse(await readFile(join(folder, 'dist/api.json'), 'utf8')) as Bundle
  const trials = createTrials(api, bundled)
  const gen = await runGen(folder)
  const site = async () => ({
    docs: await runDocs(folder),
    diff: await runDiff(folder, api, bundled),
    samples: await runSamples(folder, api),
  })
  const servers = async () => {
    const mocked = await runMock(folder, trials)
    return { ...mocked, ...(await runSandbox(folder, trials, mocked.client)) }
  }
  // Runs both in parallel, because each step waits for a process.
  const [{ docs, diff, samples }, { mock, client, check, sandbox }] = await Promise.all([site(), servers()])
  return { gen, docs, mock, client, sandbox, check, diff, samples }
}

async function readVersion(document: ForeignDocument): Promise<string> {
  const manifest = await readFile(join(root, 'node_modules', document.package, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

/** Compiles all generated code with strict settings. Returns one line for each error. */
async function compile(folder: string): Promise<readonly string[]> {
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    noUnusedLocals: false,
    preserveSymlinks: false,
  }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*/src/*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await runContract(folder, ['--pretty', 'false', '-p', '.'], 'tsc')
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}
