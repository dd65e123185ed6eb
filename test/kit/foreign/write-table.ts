import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { foreignDocuments } from './documents.ts'
import { runDocuments } from './run-documents.ts'
import { tableFile } from './results.ts'

// Rewrites the table, which the test compares with its own run. With document names, runs only those and prints the results.
const names = process.argv.slice(2)
const chosen = foreignDocuments.filter(({ name }) => names.length === 0 || names.includes(name))
const results = await runDocuments(chosen)
const text = `${JSON.stringify({ documents: results }, null, 2)}\n`
if (names.length > 0) process.stdout.write(text)
else writeFileSync(tableFile, text)
// The browser would keep the process alive.
process.exit()
