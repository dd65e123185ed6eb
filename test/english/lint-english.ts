import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './list-files.ts'
import { findProblems, MOST_WORDS } from './plain-english.ts'
import { readEnglish } from './read-english.ts'
import { UNFINISHED } from './unfinished.ts'

// Prints every place where the project's English breaks its rules, and ends with 1 where there is one.
const root = join(import.meta.dirname, '../..')
const files = process.argv.length > 2 ? process.argv.slice(2) : listFiles(root)
let count = 0
for (const file of files) {
  const text = readEnglish(file, readFileSync(join(root, file), 'utf8'))
  const mostWords = UNFINISHED.some((start) => file.startsWith(start)) ? Infinity : MOST_WORDS
  const problems = text === undefined ? [] : await findProblems(text, mostWords)
  count += problems.length
  for (const { line, message } of problems) console.error(`${file}:${line}  ${message}`)
}
if (count > 0) {
  console.error(`\n${count} places are not in plain English. The rules: test/english/plain-english.ts.`)
  process.exitCode = 1
}
