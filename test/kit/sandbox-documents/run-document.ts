import process from 'node:process'
import { checkDocument } from './check-document.ts'
import { documentNamed } from './documents.ts'

// node run-document.ts <name> <cases> [prism] [show]: prints the result of one document as JSON; with `show` each finding before it.
const [name = '', cases = '20', ...flags] = process.argv.slice(2)
const show = flags.includes('show') ? (line: string) => void process.stderr.write(`${line}\n`) : undefined
const result = await checkDocument(documentNamed(name), {
  cases: Number(cases),
  withPrism: flags.includes('prism'),
  ...(show && { show }),
})
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit()
