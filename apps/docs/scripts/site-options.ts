import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ExtraPage, NavigationGroup, SiteOptions } from '@contract-kit/docs'
import { type JsonObject, loadProject } from '@contract-kit/tools'
import {
  type ChangelogEntry,
  listChangelog,
  readReleases,
  renderChangelog,
} from '@contract-kit/tools/changes'
import { createProjectSamples } from '@contract-kit/tools/samples'
import { readBenchFigures, toBenchInserts } from '../generated/bench-tables.ts'
import { readCommandNotes, readScripts, toCommandTables } from '../generated/command-table.ts'
import { listOperations, readContract } from '../generated/contract-document.ts'
import { toDecidedRules } from '../generated/decided-rules.ts'
import { toErrorNotes } from '../generated/error-notes.ts'
import { readForeignResults, toForeignInserts } from '../generated/foreign-table.ts'
import { toMockDifferences } from '../generated/mock-differences.ts'
import { toOperationTable } from '../generated/operation-table.ts'
import { readProofFigures, toProofInserts } from '../generated/proof-figures.ts'
import { readProofResults, toProofTableInserts } from '../generated/proofs-table.ts'
import { readSandboxDocuments, toSandboxInserts } from '../generated/sandbox-documents-table.ts'
import { readSettings, toSettingsTable } from '../generated/settings-table.ts'
import { readRules } from '../rules/read-rules.ts'
import { toRulesPage } from '../rules/rules-page.ts'
import { searchSynonyms } from './search-synonyms.ts'
import { toTryItOptions } from '../try/try-it-options.ts'

const docs = join(import.meta.dirname, '..')
const root = join(docs, '../..')
const read = (...path: readonly string[]): string => readFileSync(join(docs, ...path), 'utf8')

/** The documents that `npm run build -w openapi` writes for the docs, with code samples. */
const documentFile = (name: 'openapi' | 'sandbox'): string =>
  fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.docs.yaml`))

/** The documents with the extensions for tools, such as how a test reaches an example. */
const readBundle = (name: string): JsonObject => {
  const file = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.full.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as JsonObject
}

/** In guides, samples read the token from the environment, so that readers can run them unchanged. */
const guideCredentials = { sessionToken: '${TOKEN}' }

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="3" width="14" height="10" rx="2" fill="#0f6b57"/><path d="M1 7h14M6 3v10" stroke="#fff" stroke-width="1.2"/></svg>\n'

/** The parts of the site, one for each audience. A partner's engineer reads the first one. */
const parts = { partner: 'Use the API', operator: 'Run it yourself', kit: 'Your own API' } as const

/**
 * Guides state their group and position in the front matter. This orders the groups, and places the pages without front matter.
 */
const navigation: readonly NavigationGroup[] = [
  {
    title: 'Begin',
    part: parts.partner,
    pages: ['index.html', 'guides/quickstart.html', 'reference.html', 'try.html'],
  },
  { title: 'Guides', part: parts.partner },
  { title: 'Build and test', part: parts.partner, pages: ['guides/sandbox.html', 'sandbox.html'] },
  { title: 'The contract over time', part: parts.partner },
  { title: 'Operate', part: parts.operator, isOptional: true },
  {
    title: 'Decided and proved',
    part: parts.operator,
    isOptional: true,
    pages: ['guides/where-the-specification-is-silent.html', 'rules.html'],
  },
  { title: parts.kit, part: parts.kit, isOptional: true },
]

/** The options of this API's site. */
export async function toSiteOptions(): Promise<SiteOptions> {
  const changelog = await readChangelog('openapi', 'openapi/released')
  const sandboxChangelog = await readChangelog('sandbox', 'openapi/sandbox/released')
  const rules = readRules(join(root, 'openapi/catalogue'))
  const proofFigures = readProofFigures(join(docs, 'generated/fault-figures.json'))
  const contract = await loadProject(join(root, 'openapi'))
  const bundles = contract.documents.map(({ name }) => readBundle(name))
  const ruleCount = rules.reduce((sum, section) => sum + section.rules.length, 0)
  return {
    outDir: join(docs, 'dist'),
    title: 'Gift Card Partner API',
    documents: [
      { document: documentFile('openapi'), path: 'reference.html', label: 'API reference' },
      { document: documentFile('sandbox'), path: 'sandbox.html', label: 'Sandbox controls', tryIt: false },
    ],
    guides: join(docs, 'guides'),
    home: { title: 'Overview', markdown: read('home.md') },
    pages: [toRulesPage(rules), ...readDecisions()],
    navigation,
    headerLinks: [
      { path: 'guides/quickstart.html', label: 'Quickstart' },
      { path: 'reference.html', label: 'Reference' },
      { path: 'try.html', label: 'Try it' },
    ],
    inserts: {
      'decided-rules': () => toDecidedRules(rules),
      'mock-differences': () => toMockDifferences(readFileSync(join(root, 'apps/mock/README.md'), 'utf8')),
      settings: () => toSettingsTable(readSettings(join(docs, 'generated/settings.json'))),
      commands: () =>
        toCommandTables(
          readCommandNotes(join(docs, 'generated/command-notes.json')),
          readScripts(join(root, 'package.json')),
        ),
      ...toProofInserts(proofFigures, ruleCount),
      ...toBenchInserts(readBenchFigures(join(docs, 'generated/bench-figures.json'))),
      ...toForeignInserts(readForeignResults(join(docs, 'generated/foreign-documents.json'))),
      ...toProofTableInserts(readProofResults(join(docs, 'generated/proofs.json'))),
      ...toSandboxInserts(readSandboxDocuments(join(docs, 'generated/sandbox-documents.json'))),
      changelog: () => renderChangelog(changelog),
      'sandbox-changelog': () => renderChangelog(sandboxChangelog, 3),
      token: (top) =>
        `Set \`TOKEN\` as in the [quickstart](${top}guides/quickstart.md#buy-a-card), logged in as the customer shown here. The TypeScript client logs in by itself.`,
      'sandbox-controls': (top) =>
        toOperationTable(listOperations(readContract('sandbox')), `${top}sandbox.html`),
    },
    toSamples: createProjectSamples(contract, bundles, guideCredentials),
    synonyms: searchSynonyms,
    styles: read('rules/rules.css'),
    icon,
    tryIt: toTryItOptions(),
    errors: {
      codeHeader: 'x-error-code',
      notes: toErrorNotes(readContract('openapi').info.description),
      group: 'Guides',
      order: 9.5,
    },
  }
}

/** The releases of a document, and the unreleased version. */
async function readChangelog(
  name: 'openapi' | 'sandbox',
  folder: string,
): Promise<readonly ChangelogEntry[]> {
  return listChangelog(await readReleases(join(root, folder)), readContract(name))
}

/** Every decision as a page below the list of them, which its README is. */
function readDecisions(): readonly ExtraPage[] {
  const list = 'decisions/index.html'
  return readdirSync(join(docs, 'decisions'))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const page = { kind: 'Decision', markdown: read('decisions', name) }
      return name === 'README.md'
        ? { ...page, path: list, label: 'Decisions', group: 'Decided and proved', order: 4 }
        : { ...page, path: `decisions/${basename(name, '.md')}.html`, parent: list }
    })
}
