import process from 'node:process'
import { format } from 'node:util'

// A separate process that imports the named modules and reports what each sent and printed. It ends with its parent process.

/** A module to import, and additional environment variables. */
export interface ModuleOrder {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

/** The effects of importing the module. */
export interface ModuleReport {
  /** The last request that it sent, with the response. */
  readonly exchange:
    | {
        readonly method: string
        readonly url: string
        readonly status: number
        readonly headers: readonly [string, string][]
        readonly text: string
      }
    | undefined
  /** The printed output. */
  readonly output: string
  /** The error, if it failed. */
  readonly error: string | undefined
}

let sent: ModuleReport['exchange'][] = []
let lines: string[] = []
const send = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { method, url } = request
  const response = await send(request)
  const { status, headers } = response
  sent.push({ method, url, status, headers: [...headers], text: await response.clone().text() })
  return response
}
console.log = (...values) => void lines.push(format(...values))

async function run({ file, env }: ModuleOrder): Promise<ModuleReport> {
  Object.assign(process.env, env)
  sent = []
  lines = []
  const error = await import(file).then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)),
  )
  return { exchange: sent.at(-1), output: lines.join('\n'), error }
}

process.on('message', (order: ModuleOrder) => void run(order).then((report) => process.send?.(report)))
process.once('disconnect', () => process.exit())
