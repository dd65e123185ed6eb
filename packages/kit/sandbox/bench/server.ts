import process from 'node:process'
import { startSandbox } from '../src/index.ts'
import { petsDocument } from './pets.ts'

// Serves the pets in a process of its own; `measure.ts` forks it. The argument is the state file, if there is one.
const [stateFile] = process.argv.slice(2)
const { url } = await startSandbox({ document: petsDocument, port: 0, ...(stateFile && { stateFile }) })
process.send?.({ url })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuSeconds: (user + system) / 1e6, heapBytes: process.memoryUsage().heapUsed })
})
process.on('disconnect', () => process.exit())
