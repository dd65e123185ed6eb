import process from 'node:process'
import type { SentExchange } from './sent-exchange.ts'

// A process of its own that imports the named modules and reports the requests of each.

/** A module to import, and variables for its environment. */
export interface ModuleOrder {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

/** The effects of importing the module. */
export interface ModuleReport {
  readonly exchanges: readonly SentExchange[]
  /** Why it failed. */
  readonly error?: string
}

let exchanges: SentExchange[] = []
const send = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { method, url } = request
  const response = await send(request)
  const { status, headers } = response
  exchanges.push({ method, url, status, headers: [...headers], text: await response.clone().text() })
  return response
}

async function run(file: string): Promise<ModuleReport> {
  exchanges = []
  try {
    await import(file)
    return { exchanges }
  } catch (error) {
    return { exchanges, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', ({ file, env }: ModuleOrder) => {
  Object.assign(process.env, env)
  void run(file).then((report) => process.send?.(report))
})
