import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiDocument } from '@contract-kit/openapi'
import { openBrowser, serveFolder } from '@giftcards/test-browser'
import { listBrokenLinks } from './check-links.ts'
import { groupByReason, isDone, type StepResult, toFailure, works } from './results.ts'
import { runContract } from './run-contract.ts'

/** A bundled document as parsed data. */
export interface Bundle {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
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
  // Relative links of the document refer to files next to it, which the npm package does not contain.
  const document = await readFile(join(folder, 'dist/api.json'), 'utf8')
  const links = Map.groupBy(listBrokenLinks(site), ({ link }) => (document.includes(link) ? 'own' : 'made'))
  const sentencesOf = (kind: 'own' | 'made'): readonly string[] =>
    (links.get(kind) ?? []).map(({ sentence }) => sentence)
  const broken = [...sentencesOf('made'), ...(await listLostOperations(site))]
  if (broken.length > 0) return { result: 'failed', notes: broken.slice(0, 5) }
  const { warnings, notes } = JSON.parse(run.stdout) as Readonly<Record<string, readonly string[]>>
  return works([...new Set([...(warnings ?? []), ...(notes ?? []), ...sentencesOf('own')])])
}

/**
 * Opens the last link from the home page of a built site to an operation of its reference, in a browser. If Redoc finds the
 * operation, it replaces the anchor with its own, `#/tag/operation`. Returns one sentence if it does not.
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

/** Compares the document with a copy without one operation. The diff must find the removal; other changes become notes. */
export async function runDiff(folder: string, api: ApiDocument, bundled: Bundle): Promise<StepResult> {
  const edited = removeOperation(api, bundled)
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

/** Returns the document without its last operation; undefined if it has none. */
function removeOperation({ operations }: ApiDocument, bundled: Bundle): Bundle | undefined {
  const { paths = {} } = bundled
  const last = operations.findLast(({ path, method }) => paths[path]?.[method.toLowerCase()] !== undefined)
  if (last === undefined) return undefined
  const { [last.method.toLowerCase()]: _removed, ...kept } = paths[last.path] ?? {}
  return { ...bundled, paths: { ...paths, [last.path]: kept } }
}

/** Expects samples for every operation, except those that the command names with a reason. */
export async function runSamples(folder: string, { operations, unread }: ApiDocument): Promise<StepResult> {
  const run = await runContract(folder, ['samples', '--json'])
  if (!isDone(run)) return toFailure(run)
  const { warnings } = JSON.parse(run.stdout) as { readonly warnings: readonly string[] }
  const text = await readFile(join(folder, 'dist/api.docs.yaml'), 'utf8')
  const count = text.match(/^ +x-codeSamples:$/gm)?.length ?? 0
  // Paths may share operations.
  const places = new Set(operations.map(({ pointer }) => pointer))
  const missing = places.size + unread.length - warnings.length - count
  if (missing > 0) return { result: 'failed', notes: [`${missing} operations have no samples`] }
  const reasons = Map.groupBy(warnings, (warning) => warning.replace(/^.*? has no samples: /, ''))
  return works([...reasons].map(([reason, { length }]) => `${length} without samples: ${reason}`))
}
