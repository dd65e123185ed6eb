import { existsSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { documentNamed, servedDocuments } from './documents.ts'
import { readResults, resultsFile } from './results.ts'
import { fullCases, runDocuments } from './run-documents.ts'

// Writes the results anew. Names of documents run those alone, and leave the other rows as they are.
const names = process.argv.slice(2)
const results = await runDocuments(names.length === 0 ? servedDocuments : names.map(documentNamed))
const before = existsSync(resultsFile) ? readResults().documents : []
const byName = new Map([...before, ...results].map((result) => [result.name, result]))
const documents = servedDocuments.flatMap(({ name }) => byName.get(name) ?? [])
writeFileSync(resultsFile, `${JSON.stringify({ cases: fullCases, documents }, null, 2)}\n`)
