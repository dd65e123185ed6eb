import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ForeignDocument, root, toSource } from './documents.ts'
import { type DocumentResult, type StepResult, works } from './results.ts'
import { runContract } from './run-contract.ts'
import { type Data, runBundle, runDiff, runDocs, runGen, runMock, runSamples, toData } from './steps.ts'

/** Puts documents through every step, and compiles what was generated from all of them at the end. */
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
      const tsc: StepResult = ofDocument.length === 0 ? works() : { result: 'failed', notes: ofDocument }
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
  const bundle = await runBundle(folder)
  const bundled = await readBundle(folder)
  const gen = await runGen(folder)
  const docs = await runDocs(folder)
  const { mock, check } = await runMock(folder, bundled)
  const diff = await runDiff(folder, bundled)
  const operations = countOperations(bundled)
  const samples = await runSamples(folder, operations)
  return {
    name: document.name,
    title: document.title,
    package: `${document.package} ${await readVersion(document)}`,
    openapi: String(bundled['openapi']),
    operations,
    steps: { bundle, gen, docs, mock, check, diff, samples },
  }
}

async function readBundle(folder: string): Promise<Data> {
  return JSON.parse(await readFile(join(folder, 'dist/api.json'), 'utf8').catch(() => '{}')) as Data
}

async function readVersion(document: ForeignDocument): Promise<string> {
  const manifest = await readFile(join(root, 'node_modules', document.package, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

function countOperations({ paths }: Data): number {
  return Object.values(toData(paths)).reduce<number>(
    (sum, item) => sum + methods.filter((method) => method in toData(item)).length,
    0,
  )
}

/** Compiles everything that was generated, as strictly as the compiler can; one line for each error. */
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
