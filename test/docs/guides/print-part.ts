import { readFileSync } from 'node:fs'
import process from 'node:process'
import { evaluateExpression } from './runtime-expression.ts'

// Command: prints the part of a response that a runtime expression names, or the body. The response is what curl has printed,
// with its head or without.
const [file = '', expression] = process.argv.slice(2)
const printed = readFileSync(file, 'utf8')
const end = printed.startsWith('HTTP/') ? printed.indexOf('\r\n\r\n') : -1
const [, ...lines] = printed.slice(0, Math.max(end, 0)).split('\r\n')
const headers = new Headers(
  lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
)
const text = end < 0 ? printed : printed.slice(end + 4)
process.stdout.write(expression === undefined ? text : evaluateExpression({ headers, text }, expression))
