import process from 'node:process'
import type { SentExchange } from './sent-exchange.ts'

// A process of its own that imports the modules it is told to and reports what each one sent.

/** A module to import, with the variables that it may use without declaring them. */
export interface ModuleOrder {
  readonly file: string
  readonly variables: Readonly<Record<string, string>>
}

/** What importing the module did. */
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

async function run({ file, variables }: ModuleOrder): Promise<ModuleReport> {
  exchanges = []
  Object.assign(globalThis, variables)
  try {
    await import(file)
    return { exchanges }
  } catch (error) {
    return { exchanges, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (order: ModuleOrder) => {
  void run(order).then((report) => process.send?.(report))
})
