import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'

// Command: runs a script in bash. The script ends with this process.
const bash = spawn('bash', ['-c', process.argv[2] ?? ''], { stdio: ['ignore', 'inherit', 'inherit'] })
process.once('exit', () => bash.kill())
const [code] = (await once(bash, 'exit')) as [number | null]
process.exit(code ?? 1)
