import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser, serveFolder } from '@giftcards/test-browser'
import { listBrokenLinks } from './check-links.ts'
import { findSuccess } from './find-request.ts'
import { groupByReason, isDone, type StepResult, toFailure, works } from './results.ts'
import { runContract, startContractMock } from './run-contract.ts'

/** JSON data of a document. */
export type Data = Readonly<Record<string, unknown>>

/** The value itself where it is an object, else an empty one. */
export function toData(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {}
}

export async function runBundle(folder: string): Promise<StepResult> {
  const run = await runContract(folder, ['bundle'])
  return run.exitCode === 0 ? works() : toFailure(run)
}

export async function runGen(folder: string): Promise<StepResult> {
  const run = await runContract(folder, ['gen', '--json'])
  if (run.exitCode !== 0) return toFailure(run)
  const { notes } = JSON.parse(run.stdout) as { readonly notes: readonly string[] }
  return works(groupByReason(notes))
}

export async function runDocs(folder: string): Promise<StepResult> {
  const run = await runContract(folder, ['docs', '--json'])
  if (!isDone(run)) return toFailure(run)
  const site = join(folder, 'dist/docs')
  const broken = [...listBrokenLinks(site), ...(await listLostOperations(site))]
  if (broken.length > 0) return { result: 'failed', notes: broken.slice(0, 5) }
  const { warnings } = JSON.parse(run.stdout) as { readonly warnings: readonly string[] }
  return works([...new Set(warnings)])
}

/**
 * Opens the last link from the home page of a built site to an operation of its reference, in a browser. Where Redoc knows
 * the operation, it replaces the anchor by its own, `#/tag/operation`. One sentence where it does not.
 */
async function listLostOperations(site: string): Promise<readonly string[]> {
  const home = await readFile(join(site, 'index.html'), 'utf8')
  const links = Array.from(
    home.matchAll(/href="(reference\.html#operation\/[^"]+)"/g),
    ([, link = '']) => link,
  )
  const link = links.at(-1)
  if (link === undefined) return []
  const browser = await openBrowser()
  const server = await serveFolder(site)
  try {
    const page = await browser.openPage(`${server.url}/${link.replaceAll('&amp;', '&')}`)
    const isKnown = await page.waitForURL(/#\//).then(
      () => true,
      () => false,
    )
    await page.context().close()
    return isKnown ? [] : [`index.html links to ${link}, which the reference does not show`]
  } finally {
    server.close()
  }
}

/** The mock, and the checker against it with few cases. */
export async function runMock(
  folder: string,
  bundled: Data,
): Promise<{ mock: StepResult; check: StepResult }> {
  const started = await startContractMock(folder)
  if (!('url' in started)) {
    return { mock: toFailure(started), check: { result: 'refused', notes: ['There is no mock to check.'] } }
  }
  try {
    const { isValid, problems } = await findSuccess(bundled, started.url)
    const options = ['--phase', 'examples,fuzz', '--cases', '1', '--max-time', '2']
    const run = await runContract(folder, ['check', '--url', started.url, '--json', '--', ...options])
    return {
      mock: isValid ? works(problems) : { result: 'failed', notes: problems },
      check: isDone(run) && isVerdict(run.stdout) ? works() : toFailure(run),
    }
  } finally {
    await started.close()
  }
}

function isVerdict(report: string): boolean {
  const { verdict } = JSON.parse(report) as { readonly verdict?: string }
  return typeof verdict === 'string'
}

/** Of a copy without one operation, the removal is found and no other change. */
export async function runDiff(folder: string, bundled: Data): Promise<StepResult> {
  const edited = removeOperation(bundled)
  await writeFile(join(folder, 'edited.json'), JSON.stringify(edited ?? bundled))
  const files = ['--base', 'dist/api.json', '--revision', 'edited.json']
  const run = await runContract(folder, ['diff', ...files, '--fail-on', 'none', '--json'])
  if (run.exitCode !== 0) return toFailure(run)
  const [verdict] = JSON.parse(run.stdout) as readonly { readonly changes: readonly Change[] }[]
  const changes = verdict?.changes ?? []
  const others = changes.filter(({ rule }) => rule !== 'operation-removed')
  const isFound = edited === undefined || others.length < changes.length
  if (!isFound) return { result: 'failed', notes: ['The removal of an operation is not found.'] }
  return works(
    others.map(({ place, what }) => `Nothing but an operation was removed, but it says: ${place}: ${what}`),
  )
}

interface Change {
  readonly rule: string
  readonly place: string
  readonly what: string
}

/** Every operation has samples. */
export async function runSamples(folder: string, operations: number): Promise<StepResult> {
  const run = await runContract(folder, ['samples'])
  if (run.exitCode !== 0) return toFailure(run)
  const text = await readFile(join(folder, 'dist/api.docs.yaml'), 'utf8')
  // The samples of an operation stand three levels deep: paths, path, method.
  const count = text.match(/^ {6}x-codeSamples:$/gm)?.length ?? 0
  const isComplete = count >= operations
  return isComplete
    ? works()
    : { result: 'failed', notes: [`${operations - count} operations have no samples`] }
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The document without its last operation; undefined if it has none. */
function removeOperation(bundled: Data): Data | undefined {
  const paths = toData(bundled['paths'])
  const last = Object.entries(paths).findLast(([, item]) => methods.some((method) => method in toData(item)))
  if (last === undefined) return undefined
  const [path, item] = last
  const removed = methods.find((method) => method in toData(item))
  const kept = Object.fromEntries(Object.entries(toData(item)).filter(([key]) => key !== removed))
  return { ...bundled, paths: { ...paths, [path]: kept } }
}
