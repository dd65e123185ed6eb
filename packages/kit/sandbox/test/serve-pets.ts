import process from 'node:process'
import { startSandbox } from '../src/index.ts'
import { petsDocument } from './pets.ts'

/**
 * Serves the pets in a process of their own, with the state file that the first argument names, and prints the URL. It ends with
 * its input, so with the process that started it, however that ends.
 */
process.stdin.resume().once('close', () => process.exit())
const [stateFile = ''] = process.argv.slice(2)
const { url } = await startSandbox({ document: petsDocument, port: 0, stateFile })
console.log(url)
