import process from 'node:process'
import { startProcess } from './start-process.ts'

// Simulates a test run that starts a server in a folder and is then killed.
const { url } = await startProcess({}, process.argv[2])
process.stdout.write(`${url}\n`)
