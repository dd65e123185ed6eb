import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, showsMessages } from './list-files.ts'
import { findProblems, MESSAGE_TERMS, type Problem } from './plain-english.ts'
import { readEnglish } from './read-english.ts'
import { readMessages } from './read-messages.ts'

// Prints every place where the project's English breaks its rules, and ends with 1 where there is one.
const root = join(import.meta.dirname, '../..')
const files = process.argv.length > 2 ? process.argv.slice(2) : listFiles(root)
let count = 0
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8')
  const text = readEnglish(file, source)
  const problems = [
    ...(text === undefined ? [] : await findProblems(text)),
    ...(showsMessages(file) ? await findInMessages(file, source) : []),
  ]
  count += problems.length
  for (const { line, message } of problems) console.error(`${file}:${line}  ${message}`)
}

/** Finds the problems of the texts that a program shows, at their lines in the source. */
async function findInMessages(file: string, source: string): Promise<readonly Problem[]> {
  const { text, lines } = readMessages(file, source)
  const problems = await findProblems(text, MESSAGE_TERMS)
  return problems.map(({ line, message }) => ({ line: lines[line - 1] ?? line, message }))
}

if (count > 0) {
  console.error(`\n${count} places are not in plain English. The rules: test/english/plain-english.ts.`)
  process.exitCode = 1
}
