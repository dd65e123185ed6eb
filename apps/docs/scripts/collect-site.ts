import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listChangelog, listSandboxChangelog, renderChangelog } from '@giftcards/openapi/changelog'
import { readBenchFigures } from '../generated/bench-figures.ts'
import { toBenchDrawings, toBenchInserts } from '../generated/bench-inserts.ts'
import { toDecidedRules } from '../generated/decided-rules.ts'
import { listDocumentedErrors } from '../generated/documented-errors.ts'
import { toErrorTables } from '../generated/error-tables.ts'
import { toMockDifferences } from '../generated/mock-differences.ts'
import { toOperationTable } from '../generated/operation-table.ts'
import { readProofFigures, toProofInserts } from '../generated/proof-figures.ts'
import { readDecisionPages } from '../pages/decision-pages.ts'
import { readGuidePages } from '../pages/guide-pages.ts'
import { toHomePage } from '../pages/home-page.ts'
import type { SitePageSource } from '../pages/markdown-page.ts'
import { findProofs } from '../rules/find-proofs.ts'
import { readRules } from '../rules/read-rules.ts'
import { toRulesPage } from '../rules/rules-page.ts'
import { toErrorDocuments, toOperationDocuments } from '../search/contract-documents.ts'
import type { SearchDocument } from '../search/search-options.ts'
import { listOperations, readContract } from '../site/contract-document.ts'
import { renderMarkdown, withoutDiagrams } from '../site/render-markdown.ts'

const root = join(import.meta.dirname, '../../..')
const docs = join(root, 'apps/docs')

/** Every page of the site but those of the reference, and everything that search finds, those included. */
export function collectSite(): {
  readonly pages: readonly SitePageSource[]
  readonly documents: readonly SearchDocument[]
} {
  const operations = listOperations(readContract('openapi'))
  const controls = listOperations(readContract('sandbox'))
  const errors = listDocumentedErrors(operations)
  const rules = readRules(join(root, 'openapi/catalogue'))
  const listedRules = rules.flatMap((section) => section.rules)
  const proofs = findProofs(root)
  const bench = readBenchFigures(join(docs, 'generated/bench-figures.json'))
  const inserts = {
    ...toErrorTables(errors),
    'decided-rules': () => toDecidedRules(rules),
    'mock-differences': () => toMockDifferences(readFileSync(join(root, 'apps/mock/README.md'), 'utf8')),
    ...toProofInserts(readProofFigures(join(docs, 'generated/fault-figures.json')), listedRules, proofs),
    ...toBenchInserts(bench),
    changelog: () => renderChangelog(listChangelog()),
    'sandbox-changelog': () => renderChangelog(listSandboxChangelog(), 3),
    'sandbox-controls': () => toOperationTable(controls, '../sandbox.html'),
  }
  const pages = [
    toHomePage(renderMarkdown(toOperationTable(operations, 'reference.html'), withoutDiagrams).html),
    ...readGuidePages(join(docs, 'guides'), inserts, toBenchDrawings(bench)),
    ...readDecisionPages(join(docs, 'decisions')),
    toRulesPage(rules, proofs),
  ]
  return {
    pages,
    documents: [
      ...toOperationDocuments(operations, 'reference.html'),
      ...toOperationDocuments(controls, 'sandbox.html'),
      ...toErrorDocuments(errors),
      ...pages.flatMap(({ documents }) => documents),
    ],
  }
}
