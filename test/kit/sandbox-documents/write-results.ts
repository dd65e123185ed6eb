import { existsSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { checkDocument } from './check-document.ts'
import { documentNamed, servedDocuments } from './documents.ts'
import { type DocumentResult, readResults, resultsFile } from './results.ts'

// Rewrites the results, including those of Prism. With document names, runs only those documents and keeps the other rows.
const names = process.argv.slice(2)
const cases = 50
const results: DocumentResult[] = existsSync(resultsFile) ? [...readResults().documents] : []
for (const document of names.length === 0 ? servedDocuments : names.map(documentNamed))
  results.push(await checkDocument(document, { cases, withPrism: true }))
// Keeps the newest row of each name.
const byName = new Map(results.map((result) => [result.name, result]))
const documents = servedDocuments.flatMap(({ name }) => byName.get(name) ?? [])
writeFileSync(resultsFile, `${JSON.stringify({ cases, documents }, null, 2)}\n`)
process.exit()
